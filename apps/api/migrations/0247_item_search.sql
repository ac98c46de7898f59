-- What items are searched by stands in the row: folded once as it is written, in one index, and not three times for each look.
drop index item_name_search, item_sku_search, item_barcode_search;
-- A price that changes finds room beside its row, and no index has to hear of it.
alter table item set (fillfactor = 75);
alter table item add column search text not null generated always as
  (normalize(lower(upper(lower(normalize(name || ' ' || sku || coalesce(' ' || barcode, ''), NFKC) collate pg_unicode_fast))), NFKC)) stored;
create index item_search on item using gin (search gin_trgm_ops);
