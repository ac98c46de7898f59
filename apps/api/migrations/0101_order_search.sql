-- Orders are found by what was bought, who carries them, what paid for them and by which coupon.
create index order_line_of_item on order_line (item_id, order_id);
create index orders_by_payment_reference on orders (payment_reference) where payment_reference is not null;
create index orders_by_coupon on orders using gin (discounts jsonb_path_ops) where discounts <> '[]';
-- Items and riders are few beside their orders, and are found by any part of their name.
create index item_name_search on item using gin ((normalize(lower(upper(lower(normalize(name, NFKC) collate pg_unicode_fast))), NFKC)) gin_trgm_ops);
