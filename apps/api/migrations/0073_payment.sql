-- What of an order's money a gateway executes. Written with the order; asked of the gateway afterwards, by a job.
create table payment (
  id uuid primary key,
  order_id uuid not null,
  gateway text not null check (gateway in ('simulated', 'stripe')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  capture text not null check (capture in ('at-once', 'handed-over')),
  -- as the gateway says it
  state text not null default 'pending'
    check (state in ('pending', 'authorised', 'captured', 'failed', 'voided', 'partially_refunded', 'refunded')),
  captured_minor bigint not null default 0 check (captured_minor between 0 and amount_minor),
  refunded_minor bigint not null default 0 check (refunded_minor between 0 and captured_minor),
  reference text,
  -- what the customer's app pays with
  checkout text,
  failure text,
  trouble text,
  -- how often in a row the gateway was asked in vain
  vain integer not null default 0,
  stuck_at timestamptz,
  -- when it is next looked at; null: once something happens
  due_at timestamptz,
  -- counts what happened: whoever puts off the next look must not forget what happened meanwhile
  nudges integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (gateway, reference)
);
create index payment_due on payment (due_at) where due_at is not null;
create index payment_of_order on payment (order_id);
create index payment_state on payment (state, id);

-- Every attempt towards a gateway, written before it is made: one without an outcome was killed on its way.
create table payment_attempt (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payment,
  kind text not null check (kind in ('create', 'capture', 'void', 'refund', 'look')),
  refund_id uuid,
  outcome text not null default 'unanswered' check (outcome in ('done', 'refused', 'away', 'unanswered')),
  words text,
  at timestamptz not null
);
create index payment_attempt_of on payment_attempt (payment_id, id);

-- What a gateway has told, by its own id of it: what comes again is known.
create table payment_callback (
  gateway text not null,
  event_id text not null,
  payment_id uuid references payment,
  kind text not null,
  reference text,
  received_at timestamptz not null,
  primary key (gateway, event_id)
);

create table payment_difference (
  id uuid primary key,
  gateway text not null,
  kind text not null
    check (kind in ('not-captured', 'not-booked', 'amount-differs', 'unknown', 'missing', 'refund-missing', 'refund-unknown')),
  status text not null default 'open' check (status in ('open', 'gone', 'settled')),
  reference text not null,
  payment_id uuid references payment,
  order_id uuid,
  ours_minor bigint not null,
  theirs_minor bigint not null,
  currency text not null,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_difference_note_bound check (octet_length(note) <= 4000)
);
create unique index payment_difference_open on payment_difference (gateway, kind, reference) where status = 'open';
create index payment_difference_of_order on payment_difference (order_id);

create table payment_comparison (
  id uuid primary key,
  gateway text not null,
  since timestamptz not null,
  finished_at timestamptz not null,
  payments integer not null,
  differences integer not null
);
