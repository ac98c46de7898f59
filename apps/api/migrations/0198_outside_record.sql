-- What a till or a store's app calls an item or a category of a store's menu; each channel has words of its own.
create table outside_record (
  channel_id uuid not null references channel_key,
  store_id uuid not null references store on delete cascade,
  outside_id text not null constraint outside_record_outside_id_bound check (octet_length(outside_id) <= 320),
  item_id uuid references item on delete cascade,
  category_id uuid references menu_category on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(item_id, category_id) = 1)
);
create unique index outside_item on outside_record (channel_id, store_id, outside_id) where item_id is not null;
create unique index outside_category on outside_record (channel_id, store_id, outside_id) where category_id is not null;
create unique index outside_record_of_item on outside_record (item_id, channel_id) where item_id is not null;
create index outside_record_of_category on outside_record (category_id, channel_id) where category_id is not null;
create index outside_record_of_store on outside_record (store_id);
