-- What each rider and store of a branch had of customers' cash on a closed day, as the ledger had it, and carried over into the next (0198).
create table branch_day_cash (
  id uuid primary key,
  branch_day_id uuid not null references branch_day,
  branch_id uuid not null references branch,
  day date not null,
  rider_id uuid references rider,
  store_id uuid references store,
  holder_id uuid not null generated always as (coalesce(rider_id, store_id)) stored,
  name text not null,
  opening_minor bigint not null,
  collected_minor bigint not null,
  deposited_minor bigint not null,
  difference_minor bigint not null,
  closing_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (branch_day_id, holder_id),
  check (num_nonnulls(rider_id, store_id) = 1),
  check (closing_minor = opening_minor + collected_minor - deposited_minor + difference_minor)
);
create index branch_day_cash_of_day on branch_day_cash (branch_day_id, day, id);
create index branch_day_cash_of_holder on branch_day_cash (holder_id, day, id);
create index branch_day_cash_of_branch on branch_day_cash (branch_id, day, id);
create index branch_day_cash_by_day on branch_day_cash (day, id);

-- They stay with their day: only one that is reopened is closed anew.
create function refuse_other_cash() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (select status from branch_day where id = old.branch_day_id) = 'reopened' then return old; end if;
  raise exception 'a closed day keeps what its holders had' using errcode = 'restrict_violation';
end $$;
create trigger branch_day_cash_stays before update or delete on branch_day_cash for each row execute function refuse_other_cash();
create trigger branch_day_cash_never_emptied before truncate on branch_day_cash for each statement execute function refuse_change();
