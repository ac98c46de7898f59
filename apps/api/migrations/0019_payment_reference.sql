-- One row per caller's own reference of a payment: one payment pays one order.
create table payment_reference (
  channel_id uuid not null references channel_key,
  reference text not null,
  order_id uuid not null,
  primary key (channel_id, reference)
);
-- What is not unique yet stays with its first order. Orders of a key that is gone have nobody left who could name them.
insert into payment_reference (channel_id, reference, order_id)
  select distinct on (channel_id, payment_reference) channel_id, payment_reference, id from orders
  where payment_reference is not null and exists (select from channel_key where channel_key.id = channel_id)
  order by channel_id, payment_reference, id;

-- Online orders that nobody has paid yet.
create index orders_unpaid_since on orders (placed_at) where status = 'placed';
