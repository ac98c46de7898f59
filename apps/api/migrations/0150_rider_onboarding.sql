-- A rider is taken on in steps, by one person, and approved by another; may be blocked for a while, and may leave (decision 0150).
alter table rider drop constraint rider_status_check;
alter table rider add constraint rider_status_check check (status in ('applied', 'review', 'active', 'blocked', 'left'));
-- Somebody who left may come back, and a number goes to other people in time.
alter table rider drop constraint rider_phone_key;
create unique index rider_phone on rider (phone) where status <> 'left';
alter table rider
  add column status_reason text constraint rider_status_reason_bound check (octet_length(status_reason) <= 1600),
  add column blocked_until timestamptz,
  -- weekly hours that the rider is to work
  add column planned_hours jsonb not null default '[]',
  -- who added or changed it before it was approved: none of them approves it
  add column maker_ids uuid[] not null default '{}',
  add column approved_by text,
  add column approved_at timestamptz,
  add column battery_pct smallint check (battery_pct between 0 and 100),
  add column unread_messages integer not null default 0 check (unread_messages >= 0),
  add constraint rider_name_bound check (octet_length(name) <= 640),
  add constraint rider_plate_bound check (octet_length(plate) <= 128),
  add constraint rider_cash_limit_minor_bound check (cash_limit_minor between 0 and 10000000000),
  add check (blocked_until is null or status = 'blocked');
create index rider_block_ends on rider (blocked_until) where blocked_until is not null;
create index rider_by_status on rider (status, id);

-- Papers of riders, one of a kind, each with the day that it ends and its picture.
create table rider_document (
  rider_id uuid not null references rider,
  kind text not null check (kind in ('identity', 'driving-licence', 'vehicle-insurance')),
  number text not null constraint rider_document_number_bound check (octet_length(number) <= 320),
  expires_on date,
  image_id uuid references file,
  primary key (rider_id, kind)
);
create index rider_document_expires on rider_document (expires_on) where expires_on is not null;
create index rider_document_image on rider_document (image_id) where image_id is not null;

-- When riders were at work: from going on shift to going off, what of it they were on a break, and who ended it.
create table rider_shift (
  id uuid primary key,
  rider_id uuid not null references rider,
  branch_id uuid not null references branch,
  day date not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  break_seconds integer not null default 0 check (break_seconds >= 0),
  break_began_at timestamptz,
  ended_by text,
  end_reason text constraint rider_shift_end_reason_bound check (octet_length(end_reason) <= 1600),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ended_at >= began_at)
);
create unique index rider_shift_open on rider_shift (rider_id) where ended_at is null;
create index rider_shift_of_rider on rider_shift (rider_id, day, id);
create index rider_shift_of_branch on rider_shift (branch_id, day, id);
-- Who is on shift now began at the latest now.
insert into rider_shift (id, rider_id, branch_id, day, began_at, break_began_at)
  select uuidv7(), rider.id, branch_id, (now() at time zone branch.time_zone)::date, now(), case shift_state when 'break' then now() end
  from rider join branch on branch.id = rider.branch_id where shift_state <> 'off';

-- What went wrong with a rider, as staff noted it.
create table rider_incident (
  id uuid primary key,
  rider_id uuid not null references rider,
  branch_id uuid not null references branch,
  kind text not null check (kind in ('late', 'no-show', 'damage', 'conduct', 'accident', 'cash', 'praise')),
  severity text not null check (severity in ('low', 'medium', 'high')),
  note text not null constraint rider_incident_note_bound check (octet_length(note) <= 4000),
  order_id uuid,
  noted_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index rider_incident_of_rider on rider_incident (rider_id, id);
create index rider_incident_of_branch on rider_incident (branch_id, id);

-- What staff wrote to riders; their app fetches it and says when it was read.
create table rider_message (
  id uuid primary key,
  rider_id uuid not null references rider,
  branch_id uuid not null references branch,
  text text not null constraint rider_message_text_bound check (octet_length(text) <= 4000),
  sent_by text not null,
  read_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index rider_message_of_rider on rider_message (rider_id, id);
