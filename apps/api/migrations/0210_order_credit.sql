-- What credits of its customer pay of an order; the rest of its total is paid as any order is.
alter table orders
  add column credit_minor bigint not null default 0 constraint orders_credit_minor_bound check (credit_minor between -1000000000000000 and 1000000000000000),
  add constraint orders_credit_check check (credit_minor = 0 or credit_minor between 1 and total_minor);

alter table refund drop constraint refund_method_check;
alter table refund add constraint refund_method_check check (method in ('source', 'cash', 'manual', 'credit', 'void'));

-- What an order has spent is found by the order: nothing did before.
create index wallet_entry_of_order on wallet_entry (order_id, credit_id) where order_id is not null;
-- What a customer may spend now.
create index wallet_credit_to_spend on wallet_credit (customer_id, id) where state = 'open';
