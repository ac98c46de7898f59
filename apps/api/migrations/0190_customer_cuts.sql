-- Customers are cut by what they agreed to and by where they buy, carts by where they stand: in what order they came, without reading the others.
create index customer_by_consent on customer using gin (consents jsonb_path_ops);
create index customer_by_vertical on customer using gin (verticals);
create index cart_by_state on cart (state, id);
