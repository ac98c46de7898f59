-- The ledger: every movement of money in double entry. An entry is one row with all of its postings, so that it balances by a check of its
-- own, not only when its transaction ends (decision 0065). Its numbers are those of the record of changes: one series of seals covers both.
create function is_balanced(accounts text[], amounts bigint[]) returns boolean language plpgsql immutable parallel safe as $$
declare
  total bigint := 0;
  count integer := cardinality(amounts);
begin
  if count < 2 or count <> cardinality(accounts) then return false; end if;
  for place in 1..count loop
    if amounts[place] = 0 or accounts[place] is null then return false; end if;
    for other in place + 1..count loop
      if accounts[other] = accounts[place] then return false; end if;
    end loop;
    total := total + amounts[place];
  end loop;
  return coalesce(total = 0, false);
end $$;

create table ledger_entry (
  id bigint primary key default nextval('audit_entry_id_seq'),
  -- when the money moved, and on which business day of the branch; when it was booked
  at timestamptz not null,
  day date not null,
  booked_at timestamptz not null default clock_timestamp(),
  kind text not null,
  -- the record whose money it is
  entity text not null,
  entity_id uuid not null,
  entity_sequence integer not null,
  branch_id uuid not null,
  store_id uuid not null,
  -- in whose hands the cash is
  rider_id uuid,
  currency text not null,
  -- each account once, with its amount: debits are positive, credits negative
  accounts text[] not null,
  amounts bigint[] not null,
  request_id text not null,
  previous_hash bytea,
  hash bytea not null,
  unique (entity, entity_id, entity_sequence),
  constraint ledger_entry_balanced check (is_balanced(accounts, amounts))
);
create index ledger_entry_by_day on ledger_entry (day, id);
create index ledger_entry_by_branch on ledger_entry (branch_id, day, id);
create index ledger_entry_by_store on ledger_entry (store_id, day, id);
create index ledger_entry_by_kind on ledger_entry (kind, day, id);
create index ledger_entry_by_account on ledger_entry using gin (accounts);

create function ledger_entry_digest(entry ledger_entry) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    encode(entry.previous_hash, 'hex'), to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.day,
    to_char(entry.booked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.kind, entry.entity, entry.entity_id, entry.entity_sequence,
    entry.branch_id, entry.store_id, entry.rider_id, entry.currency, entry.accounts, entry.amounts, entry.request_id)::text, 'UTF8'))
$$;

-- Its plan is kept from the first entry on, when the table is empty and looking through it seems cheap.
create function chain_ledger_entry() returns trigger language plpgsql set enable_seqscan = off as $$
declare previous record;
begin
  select entity_sequence, hash into previous from ledger_entry
    where entity = new.entity and entity_id = new.entity_id order by entity_sequence desc limit 1;
  new.entity_sequence := coalesce(previous.entity_sequence, 0) + 1;
  new.previous_hash := previous.hash;
  new.hash := ledger_entry_digest(new);
  return new;
end $$;
create trigger ledger_entry_chain before insert on ledger_entry for each row execute function chain_ledger_entry();
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry for each statement execute function refuse_change();

-- Balances by account and day, as those of orders: deltas in the transaction of the entry, added up in the background.
create table ledger_balance (
  -- a branch, a store, or 00000000-0000-0000-0000-000000000000 for the whole installation
  scope_id uuid not null,
  day date not null,
  currency text not null,
  account text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  primary key (scope_id, day, currency, account)
);
create table ledger_balance_delta (
  branch_id uuid not null,
  store_id uuid not null,
  day date not null,
  currency text not null,
  account text not null,
  debit_minor bigint not null,
  credit_minor bigint not null
);

create function note_ledger_balance() returns trigger language plpgsql as $$
begin
  insert into ledger_balance_delta (branch_id, store_id, day, currency, account, debit_minor, credit_minor)
  select branch_id, store_id, day, currency, account, sum(greatest(amount, 0)), sum(greatest(-amount, 0))
  from new_rows, unnest(accounts, amounts) as posting (account, amount) group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger ledger_entry_balance after insert on ledger_entry referencing new table as new_rows
  for each statement execute function note_ledger_balance();

create function fold_ledger_balance() returns bigint language plpgsql as $$
declare moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_ledger_balance')) then return 0; end if;
  with taken as (delete from ledger_balance_delta returning *),
  folded as (
    insert into ledger_balance as kept (scope_id, day, currency, account, debit_minor, credit_minor)
    select scope_id, day, currency, account, sum(debit_minor), sum(credit_minor)
    from taken cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (scope_id, day, currency, account)
    do update set debit_minor = kept.debit_minor + excluded.debit_minor, credit_minor = kept.credit_minor + excluded.credit_minor
    returning 1
  ) select count(*) into moved from taken, (select count(*) from folded) as done;
  return moved;
end $$;

-- What seals cover: the record of changes and the ledger.
create view sealed_entry as
  select id, hash, 'audit_entry' as kind from audit_entry union all select id, hash, 'ledger_entry' from ledger_entry;
alter table audit_verdict drop constraint audit_verdict_broken_table_check;
alter table audit_verdict add constraint audit_verdict_broken_table_check
  check (broken_table in ('audit_entry', 'ledger_entry', 'audit_seal', 'audit_verdict'));

-- Orders that were there before the ledger are booked in the background, as far as `reached`. Whatever comes in from now on books itself.
create table ledger_backfill (
  only_one boolean primary key default true check (only_one),
  last_id uuid not null,
  reached uuid not null,
  orders bigint not null,
  done bigint not null default 0
);
create function begin_ledger_backfill() returns void language sql as $$
  insert into ledger_backfill (last_id, reached, orders)
  select (select id from orders order by id desc limit 1), '00000000-0000-0000-0000-000000000000', count(*) from orders having count(*) > 0
$$;
select begin_ledger_backfill();
