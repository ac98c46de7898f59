-- Crates at stores: what was issued and came back is written on and never changed, beside what each store holds of each.
create table crate_movement (
  id uuid primary key,
  crate_id uuid not null references crate,
  store_id uuid not null references store,
  kind text not null check (kind in ('issue', 'return', 'correction')),
  quantity integer not null constraint crate_movement_quantity_bound check (quantity between -10000 and 10000),
  remark text constraint crate_movement_remark_bound check (octet_length(remark) <= 1600),
  balance integer not null check (balance >= 0 or kind <> 'return'),
  deposit_minor bigint not null check (abs(deposit_minor) <= 1000000000000000),
  deposit_held_minor bigint not null check (deposit_held_minor between 0 and 1000000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  staff_name text not null check (octet_length(staff_name) <= 640),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (quantity <> 0 and (kind = 'correction' or quantity > 0)),
  check (kind <> 'correction' or remark <> '')
);
create index crate_movement_of_store on crate_movement (store_id, id);
create index crate_movement_of_crate on crate_movement (crate_id, id);
create trigger crate_movement_append_only before update or delete or truncate on crate_movement for each statement execute function refuse_change();

create table crate_balance (
  crate_id uuid not null references crate,
  store_id uuid not null references store,
  balance integer not null check (balance between -1000000 and 1000000),
  deposit_held_minor bigint not null check (deposit_held_minor between 0 and 1000000000000000),
  primary key (crate_id, store_id)
);
create index crate_balance_of_store on crate_balance (store_id);
