-- The longest notice that an order's items need, as they were when it was placed or edited last: what is made to order reaches its store that early.
alter table orders add column lead_hours integer not null default 0 check (lead_hours between 0 and 336);

-- Of those that still wait, what their items ask now; the vertical's own notice is four hours for cakes, and none for others.
update orders set lead_hours = (
  select coalesce(max(coalesce(item.lead_hours, case when orders.vertical = 'cakes' then 4 else 0 end)), 0)
  from order_line left join item on item.id = order_line.item_id where order_line.order_id = orders.id)
where status in ('placed', 'scheduled');

-- When an order for later is begun at the latest. Of instants only those without a zone can be computed with in an index.
create index orders_begun_by on orders (((slot_from at time zone 'UTC') - make_interval(hours => lead_hours))) where status in ('placed', 'scheduled');
