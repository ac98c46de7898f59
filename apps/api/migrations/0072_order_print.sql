-- What of an order was printed, by whom: a receipt or kitchen ticket has its number of copy, and shows from the second one on that it is a reprint.
create table order_print (
  id uuid primary key,
  order_id uuid not null,
  -- the order as it was: a paper is drawn of no other
  order_version integer not null check (order_version > 0),
  document text not null check (document in ('receipt', 'kitchen-ticket')),
  paper text not null check (paper in ('roll', 'a4')),
  copy integer not null check (copy > 0),
  staff_id uuid not null references staff,
  created_at timestamptz not null default now(),
  unique (order_id, document, copy)
);
