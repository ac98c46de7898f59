-- What the dashboard sets a day beside can be cut to a vertical and says how stores answered; why orders were rejected has figures of its own.

-- No order comes in between the last fold of the old kind and the first of the new.
lock table orders, order_rollup_delta in share row exclusive mode;
select pg_advisory_xact_lock(hashtext('fold_order_rollup'));
select fold_order_rollup();

-- Why it was rejected; null of any other status.
alter table order_rollup_delta add column reason text;

drop table order_quarter_hour;
create table order_quarter_hour (
  scope_id uuid not null,
  day date not null,
  at timestamptz not null,
  currency text not null,
  vertical text not null,
  orders bigint not null,
  -- orders that were not lost (rejected, cancelled, failed), and their value
  sold bigint not null,
  gross_minor bigint not null,
  -- orders that a store took, and those that it did not take
  taken bigint not null,
  rejected bigint not null,
  primary key (scope_id, day, at, currency, vertical)
);

create table order_rejection_day (
  scope_id uuid not null,
  day date not null,
  currency text not null,
  vertical text not null,
  reason text not null,
  orders bigint not null,
  total_minor bigint not null,
  primary key (scope_id, day, currency, vertical, reason)
);

create function is_lost(status text) returns boolean language sql immutable as $$
  select status in ('rejected', 'cancelled', 'failed')
$$;
create function is_taken(status text) returns boolean language sql immutable as $$
  select status in ('accepted', 'preparing', 'ready', 'picked_up', 'delivered', 'failed')
$$;

insert into order_quarter_hour (scope_id, day, at, currency, vertical, orders, sold, gross_minor, taken, rejected)
select scope_id, business_day, quarter_hour_of(placed_at), currency, vertical, count(*), count(*) filter (where not is_lost(status)),
  coalesce(sum(total_minor) filter (where not is_lost(status)), 0), count(*) filter (where is_taken(status)), count(*) filter (where status = 'rejected')
from orders cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
where placed_at > now() - interval '9 days'
group by 1, 2, 3, 4, 5;

insert into order_rejection_day (scope_id, day, currency, vertical, reason, orders, total_minor)
select scope_id, business_day, currency, vertical, coalesce(end_reason, ''), count(*), sum(total_minor)
from orders cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
where status = 'rejected'
group by 1, 2, 3, 4, 5;

create or replace function note_order_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into order_rollup_delta (branch_id, store_id, day, placed_at, currency, vertical, status, reason, orders, total_minor)
    values (old.branch_id, old.store_id, old.business_day, old.placed_at, old.currency, old.vertical, old.status,
             case when old.status = 'rejected' then coalesce(old.end_reason, '') end, -1, -old.total_minor),
           (new.branch_id, new.store_id, new.business_day, new.placed_at, new.currency, new.vertical, new.status,
             case when new.status = 'rejected' then coalesce(new.end_reason, '') end, 1, new.total_minor);
  else
    insert into order_rollup_delta (branch_id, store_id, day, placed_at, currency, vertical, status, reason, orders, total_minor)
    values (new.branch_id, new.store_id, new.business_day, new.placed_at, new.currency, new.vertical, new.status,
             case when new.status = 'rejected' then coalesce(new.end_reason, '') end, 1, new.total_minor);
  end if;
  return null;
end $$;

create or replace trigger orders_rollup_update after update on orders for each row
  when (old.status is distinct from new.status or old.total_minor is distinct from new.total_minor
    or (new.status = 'rejected' and old.end_reason is distinct from new.end_reason)) execute function note_order_rollup();

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
    insert into order_quarter_hour as kept (scope_id, day, at, currency, vertical, orders, sold, gross_minor, taken, rejected)
    select scope_id, day, quarter_hour_of(placed_at), currency, vertical, sum(orders), coalesce(sum(orders) filter (where not is_lost(status)), 0),
      coalesce(sum(total_minor) filter (where not is_lost(status)), 0), coalesce(sum(orders) filter (where is_taken(status)), 0),
      coalesce(sum(orders) filter (where status = 'rejected'), 0)
    from scoped group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (scope_id, day, at, currency, vertical)
    do update set orders = kept.orders + excluded.orders, sold = kept.sold + excluded.sold, gross_minor = kept.gross_minor + excluded.gross_minor,
      taken = kept.taken + excluded.taken, rejected = kept.rejected + excluded.rejected
    returning 1
  ), explained as (
    insert into order_rejection_day as kept (scope_id, day, currency, vertical, reason, orders, total_minor)
    select scope_id, day, currency, vertical, reason, sum(orders), sum(total_minor) from scoped where reason is not null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (scope_id, day, currency, vertical, reason)
    do update set orders = kept.orders + excluded.orders, total_minor = kept.total_minor + excluded.total_minor
    returning 1
  ) select count(*) into moved
    from taken, (select count(*) from folded) as done, (select count(*) from timed) as timed_too, (select count(*) from explained) as explained_too;
  return moved;
end $$;
