-- What the payment of an order was authorised for: kept whatever weights and edits make of its total, so that no more is captured, and the rest is due.
alter table orders
  add column authorised_minor bigint constraint orders_authorised_minor_bound check (authorised_minor between -1000000000000000 and 1000000000000000),
  add constraint orders_authorised_check check (authorised_minor >= 0);

-- Of earlier orders is known what their payment was still for.
update orders set authorised_minor = greatest(0, total_minor - due_minor - collected_minor)
  where payment_method = 'online' and payment_state in ('authorised', 'voided')
    and not exists (select from order_event where order_id = orders.id and type = 'voidPayment');
