-- What of a refund that somebody asked for is tax, and what items without it: the ledger collects that tax no more, and the base of commission
-- is less by what stores refund of items. What follows from another total of the order has none.
alter table refund
  add column tax_minor bigint not null default 0,
  add column items_minor bigint not null default 0;

-- Refunds of before, one after the other in proportion to what is left of their orders, so that the last of an order leaves nothing.
do $$
declare
  given record;
  gone record;
  tax_left numeric;
  items_left numeric;
  all_left numeric;
  tax_part bigint;
begin
  for given in
    select refund.id, refund.order_id, refund.amount_minor, orders.total_minor, orders.tax_minor, orders.discount_minor,
      (select coalesce(sum(amount_minor - case when prices_include_tax then order_line.tax_minor else 0 end), 0) from order_line where order_id = orders.id) as priced
    from refund join orders on orders.id = refund.order_id
    where refund.cause = 'request' and refund.state <> 'declined' order by refund.order_id, refund.id
  loop
    select coalesce(sum(amount_minor), 0) as amount, coalesce(sum(tax_minor), 0) as tax, coalesce(sum(items_minor), 0) as items into gone
      from refund where order_id = given.order_id and cause = 'request' and state <> 'declined' and id < given.id;
    all_left := given.total_minor - gone.amount;
    continue when all_left < given.amount_minor or all_left = 0;
    tax_left := greatest(0, least(given.tax_minor - gone.tax, all_left));
    items_left := greatest(0, least(given.priced - given.discount_minor - gone.items, all_left - tax_left));
    tax_part := round(given.amount_minor * tax_left / all_left);
    update refund set tax_minor = tax_part,
      items_minor = case when all_left = tax_left then 0 else round((given.amount_minor - tax_part) * items_left / (all_left - tax_left)) end
      where id = given.id;
  end loop;
end $$;
alter table refund add constraint refund_parts_within check (tax_minor >= 0 and items_minor >= 0 and tax_minor + items_minor <= amount_minor);

-- Where there are such refunds, what was booked of their orders is held against them once more, and what lacks is booked.
alter table ledger_backfill add column kind text not null default 'opening' check (kind in ('opening', 'corrected'));
do $$
begin
  if not exists (select from refund where tax_minor > 0 or items_minor > 0) then return; end if;
  delete from ledger_backfill;
  perform begin_ledger_backfill();
  update ledger_backfill set kind = 'corrected';
end $$;
