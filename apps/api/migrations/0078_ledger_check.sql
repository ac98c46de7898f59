-- Every night orders are held against what was booked of them: how far that came, and those that differ.
create table ledger_check (
  id uuid primary key,
  finished_at timestamptz not null,
  orders integer not null,
  misbooked integer not null,
  -- up to which number of the record changed orders were looked at, and up to which id older ones
  reached_entry bigint not null,
  reached_order uuid not null
);

create table misbooked_order (
  id uuid primary key,
  order_id uuid not null,
  status text not null default 'open' check (status in ('open', 'gone', 'corrected')),
  currency text not null,
  -- by account what its row has beyond the ledger, in minor units: debits positive
  lacks jsonb not null,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint misbooked_order_note_bound check (octet_length(note) <= 4000)
);
create unique index misbooked_order_open on misbooked_order (order_id) where status = 'open';
create index misbooked_order_of_order on misbooked_order (order_id);
