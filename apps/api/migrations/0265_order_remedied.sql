-- What remedies besides refunds have given for an order and nobody else approved: roles' limits are held against it with what refunds and edits gave.
alter table orders
  add column remedied_minor bigint not null default 0 constraint orders_remedied_minor_bound check (remedied_minor between -1000000000000000 and 1000000000000000),
  add constraint orders_remedied_check check (remedied_minor >= 0);

update orders set remedied_minor = given.minor
from (select order_id, sum(amount_minor) as minor from remedy where kind <> 'refund' and not is_checked and order_id is not null group by order_id) as given
where orders.id = given.order_id;
