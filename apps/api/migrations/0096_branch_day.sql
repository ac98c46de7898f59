-- Business days of branches that somebody closed, with the figures as they stood; another person signs each off, or reopens it (decision 0097).
create table branch_day (
  id uuid primary key,
  branch_id uuid not null references branch,
  day date not null,
  status text not null default 'closed' check (status in ('closed', 'signed-off', 'reopened')),
  remark text constraint branch_day_remark_bound check (octet_length(remark) <= 4000),
  orders integer not null,
  delivered integer not null,
  rejected integer not null,
  cancelled integer not null,
  failed integer not null,
  later integer not null,
  value_minor bigint not null,
  refunded_minor bigint not null,
  collected_minor bigint not null,
  deposited_minor bigint not null,
  held_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  closed_at timestamptz not null,
  closed_id uuid not null references staff,
  closed_by text not null,
  signed_off_at timestamptz,
  signed_off_id uuid references staff,
  signed_off_by text,
  status_reason text constraint branch_day_status_reason_bound check (octet_length(status_reason) <= 1600),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (branch_id, day),
  check (orders >= 0 and orders = delivered + rejected + cancelled + failed + later),
  check ((status = 'signed-off') = (signed_off_id is not null) and (signed_off_id is null) = (signed_off_at is null)),
  check (signed_off_id <> closed_id),
  check (status <> 'reopened' or status_reason is not null)
);
create index branch_day_by_day on branch_day (day, id);

-- What a closed day says, and who closed it, stays until it is reopened.
create function refuse_other_figures() returns trigger language plpgsql as $$
declare may_change text[] := array['status', 'signed_off_at', 'signed_off_id', 'signed_off_by', 'status_reason', 'version', 'updated_at'];
begin
  if tg_op = 'UPDATE' and (old.status = 'reopened' or to_jsonb(old) - may_change = to_jsonb(new) - may_change) then return new; end if;
  raise exception 'a closed day keeps its figures' using errcode = 'restrict_violation';
end $$;
create trigger branch_day_stays before update or delete on branch_day for each row execute function refuse_other_figures();

-- What is held in a branch is asked for on its page.
create index cash_held_of_branch on cash_held (branch_id);
