-- What a server needs that does nothing but the bare work: no partitions, no scopes, no states, no history.
create extension if not exists pg_trgm;
create table orders (
  id uuid primary key,
  number text not null,
  status text not null,
  store_name text not null,
  customer_name text not null,
  search text not null,
  item_count integer not null,
  total_minor bigint not null,
  placed_at timestamptz not null,
  version integer not null
);
create table order_line (order_id uuid not null, line integer not null, name text not null, quantity integer not null, amount_minor bigint not null);
create table audit (id bigint generated always as identity primary key, order_id uuid not null, was text not null, became text not null, at timestamptz not null default now());
create table outbox (id bigint generated always as identity primary key, order_id uuid not null, kind text not null, at timestamptz not null default now());
create table revenue (day date primary key, orders bigint not null, gross_minor bigint not null);
