-- The rollup at the grain of a chart: a day of a scope is one row, where order_rollup has one for each vertical and status. Kept by
-- whatever writes order_rollup, in the same transaction.
create table order_day (
  scope_id uuid not null,
  day date not null,
  currency text not null,
  orders bigint not null,
  -- orders that were not lost (rejected, cancelled, failed), and their value
  sold bigint not null,
  gross_minor bigint not null,
  primary key (scope_id, day, currency)
);
create index order_day_by_day on order_day (day);

create function note_order_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_order_day(array(select row(n.*)::order_rollup from new_rows n));
  else
    perform add_to_order_day(
      array(select row(n.*)::order_rollup from new_rows n)
      || array(select row(scope_id, day, currency, vertical, status, -orders, -total_minor)::order_rollup from old_rows)
    );
  end if;
  return null;
end $$;

create function add_to_order_day(changes order_rollup[]) returns void language sql as $$
  insert into order_day as kept (scope_id, day, currency, orders, sold, gross_minor)
  select scope_id, day, currency, sum(orders), coalesce(sum(orders) filter (where not is_lost), 0), coalesce(sum(total_minor) filter (where not is_lost), 0)
  from unnest(changes) cross join lateral (values (status in ('rejected', 'cancelled', 'failed'))) as judged (is_lost)
  group by scope_id, day, currency order by scope_id, day, currency
  on conflict (scope_id, day, currency)
  do update set orders = kept.orders + excluded.orders, sold = kept.sold + excluded.sold, gross_minor = kept.gross_minor + excluded.gross_minor
$$;

create trigger order_rollup_insert after insert on order_rollup referencing new table as new_rows
  for each statement execute function note_order_day();
create trigger order_rollup_update after update on order_rollup referencing old table as old_rows new table as new_rows
  for each statement execute function note_order_day();

select add_to_order_day(array(select row(r.*)::order_rollup from order_rollup r));
