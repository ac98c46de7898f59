-- What customers, stores and riders need of the staff, until it is solved. Topics are a list of reasons of their own.
alter table order_reason drop constraint reason_kind_check;
alter table order_reason add constraint reason_kind_check
  check (kind in ('reject', 'cancel', 'fail', 'refund', 'restore', 'edit', 'on-behalf', 'pause', 'ticket'));

create sequence ticket_number;

create table ticket (
  id uuid primary key,
  number text not null unique default 'T-' || lpad(nextval('ticket_number')::text, 5, '0'),
  topic_code text not null constraint ticket_topic_code_bound check (octet_length(topic_code) <= 320),
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  queue text not null check (queue in ('care', 'payments', 'stores', 'riders')),
  state text not null default 'open' check (state in ('open', 'waiting-customer', 'waiting-store', 'snoozed', 'solved', 'closed')),
  source text not null default 'staff' check (source in ('staff', 'feedback', 'review', 'split')),
  text text not null constraint ticket_text_bound check (octet_length(text) <= 16000),
  order_id uuid,
  lines integer[] not null default '{}',
  customer_id uuid references customer,
  store_id uuid references store,
  rider_id uuid references rider,
  branch_id uuid references branch,
  created_by text not null,
  claimed_by uuid references staff,
  claimed_name text,
  claimed_at timestamptz,
  answer_due_at timestamptz not null,
  answered_at timestamptz,
  answer_minutes integer,
  solve_due_at timestamptz not null,
  solved_at timestamptz,
  solve_minutes integer,
  -- since when its clock stands still, and for how many minutes of the desk it did before
  stopped_at timestamptz,
  stopped_minutes integer not null default 0,
  snoozed_until timestamptz,
  reopened integer not null default 0,
  merged_into uuid references ticket,
  split_from uuid references ticket,
  feedback_id uuid,
  review_id uuid,
  -- its number, that of its order, its customer and what it says, folded
  search text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((claimed_by is null) = (claimed_name is null) and (claimed_by is null) = (claimed_at is null)),
  check ((state = 'snoozed') = (snoozed_until is not null)),
  check (order_id is null or store_id is not null)
);
create index ticket_search on ticket using gin (search gin_trgm_ops);
create index ticket_of_order on ticket (order_id, id) where order_id is not null;
create index ticket_of_customer on ticket (customer_id, id) where customer_id is not null;
create index ticket_of_store on ticket (store_id, id) where store_id is not null;
create index ticket_of_rider on ticket (rider_id, id) where rider_id is not null;
create index ticket_of_branch on ticket (branch_id, id) where branch_id is not null;
create index ticket_by_queue on ticket (queue, id);
create index ticket_by_due on ticket (solve_due_at, id);
-- What somebody still has to do something about is few beside all that there ever was.
create index ticket_open on ticket (id) where state in ('open', 'waiting-customer', 'waiting-store', 'snoozed');
create index ticket_open_by_due on ticket (solve_due_at, id) where state in ('open', 'waiting-customer', 'waiting-store', 'snoozed');
create index ticket_claimed on ticket (claimed_by, id) where claimed_by is not null;
create index ticket_snoozed on ticket (snoozed_until) where state = 'snoozed';
create index ticket_solved on ticket (solved_at) where solved_at is not null;
create index ticket_answered on ticket (answered_at) where answered_at is not null;

create table ticket_note (
  id uuid primary key,
  ticket_id uuid not null references ticket,
  kind text not null check (kind in ('internal', 'customer', 'store')),
  text text not null constraint ticket_note_text_bound check (octet_length(text) <= 16000),
  by_id uuid,
  by_name text not null,
  image_id uuid references file,
  at timestamptz not null
);
create index ticket_note_of_ticket on ticket_note (ticket_id, id);
create index ticket_note_image on ticket_note (image_id) where image_id is not null;
create trigger ticket_note_append_only before update or delete or truncate on ticket_note for each statement execute function refuse_change();
