-- Codes and barcodes of items are searched as names are.
create index item_sku_search on item using gin ((normalize(lower(upper(lower(normalize(sku, NFKC) collate pg_unicode_fast))), NFKC)) gin_trgm_ops);
create index item_barcode_search on item using gin ((normalize(lower(upper(lower(normalize(barcode, NFKC) collate pg_unicode_fast))), NFKC)) gin_trgm_ops)
  where barcode is not null;
-- Those with a note are few, and the newest of them come first: by their arrival, not all of them to be put in order.
drop index customer_with_flags;
create index customer_flagged on customer (id) where flags <> '[]';
