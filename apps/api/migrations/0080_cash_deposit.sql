-- Cash of orders until it is brought: with whom it lies, order by order, as the ledger has it (decision 0068). What was brought has no row.
create table cash_held (
  -- the rider who took it at the door, or the store whose counter did
  holder_id uuid not null,
  order_id uuid not null,
  rider_id uuid,
  store_id uuid not null,
  branch_id uuid not null,
  minor bigint not null constraint cash_held_minor_bound check (minor between -1000000000000000 and 1000000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  since timestamptz not null,
  primary key (holder_id, order_id)
);

create view cash_moved as
  select ledger_entry.id, case account when 'rider-cash' then rider_id else store_id end as holder_id, entity_id as order_id,
    case account when 'rider-cash' then rider_id end as rider_id, store_id, branch_id, amount as minor, currency, at
  from ledger_entry, unnest(accounts, amounts) as posting (account, amount)
  where entity = 'order' and accounts && array['rider-cash', 'store-cash']
    and (account = 'store-cash' or account = 'rider-cash' and rider_id is not null);

-- Its plan is kept from the first entry on, when the table is empty and looking through it seems cheap.
create function note_cash_held() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  moving bigint[] := array(select id from new_rows where entity = 'order' and accounts && array['rider-cash', 'store-cash']);
begin
  if cardinality(moving) = 0 then return null; end if;
  insert into cash_held as held (holder_id, order_id, rider_id, store_id, branch_id, minor, currency, since)
    select holder_id, order_id, rider_id, store_id, branch_id, sum(minor), currency, min(at)
    from cash_moved where id = any(moving) group by 1, 2, 3, 4, 5, 7
    on conflict (holder_id, order_id) do update set minor = held.minor + excluded.minor;
  delete from cash_held where minor = 0 and (holder_id, order_id) in (select holder_id, order_id from cash_moved where id = any(moving));
  return null;
end $$;
create trigger ledger_entry_cash after insert on ledger_entry referencing new table as new_rows
  for each statement execute function note_cash_held();

-- What was collected before.
insert into cash_held (holder_id, order_id, rider_id, store_id, branch_id, minor, currency, since)
  select holder_id, order_id, rider_id, store_id, branch_id, sum(minor), currency, min(at)
  from cash_moved group by 1, 2, 3, 4, 5, 7 having sum(minor) <> 0;

-- Cash that riders and stores brought: what was counted, against what the ledger had them hold. A deposit stays as it was written; a wrong one
-- is reversed as a whole, which is written beside it.
create table cash_deposit (
  id uuid primary key,
  branch_id uuid not null references branch,
  sequence integer not null,
  number text not null unique,
  rider_id uuid references rider,
  store_id uuid references store,
  from_name text not null,
  counted_minor bigint not null constraint cash_deposit_counted_minor_bound check (counted_minor between 0 and 1000000000000000),
  expected_minor bigint not null constraint cash_deposit_expected_minor_bound check (expected_minor between 0 and 1000000000000000),
  difference_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_all boolean not null,
  remark text constraint cash_deposit_remark_bound check (octet_length(remark) <= 1600),
  brought_by text constraint cash_deposit_brought_by_bound check (octet_length(brought_by) <= 640),
  received_id uuid not null references staff,
  received_by text not null,
  status text not null default 'deposited' check (status in ('deposited', 'reversed')),
  reversed_at timestamptz,
  reversed_by text,
  status_reason text constraint cash_deposit_status_reason_bound check (octet_length(status_reason) <= 1600),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (branch_id, sequence),
  check (num_nonnulls(rider_id, store_id) = 1),
  check (difference_minor = case when is_all then counted_minor - expected_minor else 0 end),
  check (difference_minor = 0 or remark <> ''),
  check ((status = 'reversed') = (reversed_at is not null))
);
create index cash_deposit_of_rider on cash_deposit (rider_id, id) where rider_id is not null;
create index cash_deposit_of_store on cash_deposit (store_id, id) where store_id is not null;

-- Whose orders' cash a deposit is, and how much of each.
create table cash_deposit_order (
  deposit_id uuid not null references cash_deposit,
  order_id uuid not null,
  store_id uuid not null,
  branch_id uuid not null,
  minor bigint not null check (minor <> 0),
  since timestamptz not null,
  primary key (deposit_id, order_id)
);
create index cash_deposit_order_of_order on cash_deposit_order (order_id);

create function refuse_recount() returns trigger language plpgsql as $$
declare may_change text[] := array['status', 'reversed_at', 'reversed_by', 'status_reason', 'version', 'updated_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - may_change = to_jsonb(new) - may_change and old.status = 'deposited' then return new; end if;
  raise exception 'a deposit of cash stays as it was counted' using errcode = 'restrict_violation';
end $$;
create trigger cash_deposit_stays before update or delete on cash_deposit for each row execute function refuse_recount();
create trigger cash_deposit_never_emptied before truncate on cash_deposit for each statement execute function refuse_change();
create trigger cash_deposit_order_append_only before update or delete or truncate on cash_deposit_order for each statement execute function refuse_change();
