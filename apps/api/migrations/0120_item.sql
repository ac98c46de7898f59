-- A menu that people keep: what an item is sold as, what is left of it, when it is sold and what it looks like; brands; categories in two levels.
create table brand (
  id uuid primary key,
  store_id uuid not null references store,
  name text not null constraint brand_name_bound check (octet_length(name) <= 480),
  image_id uuid references file,
  sort integer not null default 0 constraint brand_sort_bound check (sort between 0 and 99999),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index brand_name on brand (store_id, lower(normalize(name, NFKC) collate pg_unicode_fast));
create index brand_of_store on brand (store_id, sort, id);
create index brand_in_order on brand (sort, id);

alter table menu_category
  add column parent_id uuid references menu_category,
  add column image_id uuid references file,
  -- when it is sold, by the store's week; null: always
  add column schedule jsonb,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add constraint menu_category_name_bound check (octet_length(name) <= 480) not valid,
  add constraint menu_category_sort_bound check (sort between 0 and 99999) not valid,
  add constraint menu_category_not_below_itself check (parent_id <> id),
  drop constraint menu_category_store_id_name_key;
-- What differed in case or form alone is told apart by a number.
update menu_category set name = name || ' ' || twin.n from (
  select id, row_number() over (partition by store_id, lower(normalize(name, NFKC) collate pg_unicode_fast) order by sort, id) as n from menu_category) as twin
  where twin.id = menu_category.id and twin.n > 1;
create unique index menu_category_name on menu_category (store_id, lower(normalize(name, NFKC) collate pg_unicode_fast));
create index menu_category_of_store on menu_category (store_id, sort, id);
create index menu_category_in_order on menu_category (sort, id);
create index menu_category_below on menu_category (parent_id) where parent_id is not null;

alter table item rename column mrp_minor to compare_at_minor;
alter table item
  add column brand_id uuid references brand,
  add column barcode text,
  add column description text,
  add column allergens text[] not null default '{}',
  add column prep_minutes integer,
  -- pieces of what is sold by the piece, grams of what is weighed; null: it is not counted
  add column stock integer,
  add column low_stock integer,
  add column schedule jsonb,
  add column max_per_order integer,
  add column cost_minor bigint,
  drop constraint item_lead_hours_check,
  add constraint item_lead_hours_bound check (lead_hours between 0 and 336),
  add constraint item_sku_bound check (octet_length(sku) <= 320) not valid,
  add constraint item_name_bound check (octet_length(name) <= 960) not valid,
  add constraint item_barcode_bound check (octet_length(barcode) <= 112),
  add constraint item_description_bound check (octet_length(description) <= 8000),
  add constraint item_prep_minutes_bound check (prep_minutes between 0 and 480),
  add constraint item_stock_bound check (stock between 0 and 10000000),
  add constraint item_low_stock_bound check (low_stock between 0 and 10000000),
  add constraint item_max_per_order_bound check (max_per_order between 1 and 99),
  add constraint item_compare_at_minor_bound check (compare_at_minor between 0 and 10000000000) not valid,
  add constraint item_cost_minor_bound check (cost_minor between 0 and 10000000000),
  add constraint item_sort_bound check (sort between 0 and 99999) not valid;
create unique index item_barcode on item (store_id, barcode);
create index item_in_order on item (store_id, sort, id);
create index item_by_name on item (store_id, name, id);
create index item_by_sort on item (sort, id);
create index item_named on item (name, id);
create index item_of_category on item (category_id);
create index item_of_brand on item (brand_id) where brand_id is not null;

create table item_picture (
  item_id uuid not null references item on delete cascade,
  place integer not null check (place between 0 and 3),
  file_id uuid not null references file,
  primary key (item_id, place)
);
create index item_picture_of_file on item_picture (file_id);
create index brand_picture on brand (image_id) where image_id is not null;
create index menu_category_picture on menu_category (image_id) where image_id is not null;
