-- Alerts are read by an account, whichever device it is on: all of them up to a mark, what is newer one by one.
create table alert_mark (
  staff_id uuid primary key references staff (id) on delete cascade,
  sequence bigint not null constraint alert_mark_sequence_bound check (sequence between 0 and 9007199254740991),
  at timestamptz not null
);
create table alert_read (
  staff_id uuid not null references staff (id) on delete cascade,
  alert_id uuid not null,
  at timestamptz not null default now(),
  primary key (staff_id, alert_id)
);

-- Messages are listed by their number, and looked up by their own id.
drop index event_messages;
create index event_messages on event (sequence) where kind = 'message';
create index event_message_id on event ((payload ->> 'id')) where kind = 'message';
