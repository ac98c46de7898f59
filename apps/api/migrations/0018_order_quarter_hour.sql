-- What came in by quarter of an hour, so that a day until now can be set beside another day until the same time: zones differ from UTC by whole
-- quarters. Kept by the fold, for as many days back as are compared; a reader adds what is not folded yet and the quarter that has begun.
create table order_quarter_hour (
  scope_id uuid not null,
  day date not null,
  at timestamptz not null,
  currency text not null,
  orders bigint not null,
  -- of orders that were not lost (rejected, cancelled, failed)
  gross_minor bigint not null,
  primary key (scope_id, day, at, currency)
);

-- No order comes in between the last fold of the old kind and the first of the new.
lock table orders, order_rollup_delta in share row exclusive mode;
select pg_advisory_xact_lock(hashtext('fold_order_rollup'));
select fold_order_rollup();
alter table order_rollup_delta add column placed_at timestamptz not null;

create function quarter_hour_of(moment timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', moment, timestamptz 'epoch')
$$;

insert into order_quarter_hour (scope_id, day, at, currency, orders, gross_minor)
select scope_id, business_day, quarter_hour_of(placed_at), currency, count(*),
  coalesce(sum(total_minor) filter (where status not in ('rejected', 'cancelled', 'failed')), 0)
from orders cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
where placed_at > now() - interval '9 days'
group by 1, 2, 3, 4;

create or replace function note_order_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into order_rollup_delta (branch_id, store_id, day, placed_at, currency, vertical, status, orders, total_minor)
    values (old.branch_id, old.store_id, old.business_day, old.placed_at, old.currency, old.vertical, old.status, -1, -old.total_minor),
           (new.branch_id, new.store_id, new.business_day, new.placed_at, new.currency, new.vertical, new.status, 1, new.total_minor);
  else
    insert into order_rollup_delta (branch_id, store_id, day, placed_at, currency, vertical, status, orders, total_minor)
    values (new.branch_id, new.store_id, new.business_day, new.placed_at, new.currency, new.vertical, new.status, 1, new.total_minor);
  end if;
  return null;
end $$;

create or replace function fold_order_rollup() returns bigint language plpgsql as $$
declare moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_order_rollup')) then return 0; end if;
  with taken as (delete from order_rollup_delta returning *),
  scoped as (
    select scope_id, taken.*
    from taken cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
  ), folded as (
    insert into order_rollup as kept (scope_id, day, currency, vertical, status, orders, total_minor)
    select scope_id, day, currency, vertical, status, sum(orders), sum(total_minor) from scoped group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (scope_id, day, currency, vertical, status)
    do update set orders = kept.orders + excluded.orders, total_minor = kept.total_minor + excluded.total_minor
    returning 1
  ), timed as (
    insert into order_quarter_hour as kept (scope_id, day, at, currency, orders, gross_minor)
    select scope_id, day, quarter_hour_of(placed_at), currency, sum(orders),
      coalesce(sum(total_minor) filter (where status not in ('rejected', 'cancelled', 'failed')), 0)
    from scoped group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (scope_id, day, at, currency)
    do update set orders = kept.orders + excluded.orders, gross_minor = kept.gross_minor + excluded.gross_minor
    returning 1
  ) select count(*) into moved from taken, (select count(*) from folded) as done, (select count(*) from timed) as timed_too;
  return moved;
end $$;
