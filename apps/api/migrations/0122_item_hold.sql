-- What an order holds of items whose stock is counted: taken as it is placed, given back as it is rejected or cancelled.
create table item_hold (
  order_id uuid not null,
  item_id uuid not null references item on delete cascade,
  amount integer not null check (amount > 0),
  primary key (order_id, item_id)
);
create index item_hold_of_item on item_hold (item_id);
