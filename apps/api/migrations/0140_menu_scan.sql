-- Menus that were photographed or sent as PDF: what came is kept until it is read, then its pages as pictures and its rows for whoever reviews them.
create table menu_scan (
  id uuid primary key,
  store_id uuid not null references store,
  branch_id uuid not null references branch,
  title text not null check (octet_length(title) <= 960),
  status text not null default 'reading' check (status in ('reading', 'to-review', 'done', 'failed', 'discarded')),
  status_reason text,
  pages integer not null default 0,
  of_pages integer not null default 0,
  task_id uuid references task on delete set null,
  scanned_id uuid not null references staff,
  scanned_by text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index menu_scan_of_store on menu_scan (store_id, id);
create index menu_scan_of_branch on menu_scan (branch_id, id);

-- What came, until all of its pages are read.
create table menu_scan_source (
  scan_id uuid not null references menu_scan on delete cascade,
  place integer not null,
  is_pdf boolean not null,
  bytes bytea not null,
  pages_read integer not null default 0,
  primary key (scan_id, place)
);

create table menu_scan_page (
  scan_id uuid not null references menu_scan on delete cascade,
  page integer not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  primary key (scan_id, page)
);

create table menu_scan_row (
  id uuid primary key,
  scan_id uuid not null references menu_scan on delete cascade,
  position integer not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'dropped')),
  category text constraint menu_scan_row_category_bound check (octet_length(category) <= 480),
  name text not null constraint menu_scan_row_name_bound check (octet_length(name) <= 800),
  size text constraint menu_scan_row_size_bound check (octet_length(size) <= 144),
  price_minor bigint constraint menu_scan_row_price_minor_bound check (price_minor between 0 and 10000000000),
  veg_mark text check (veg_mark in ('veg', 'egg', 'non-veg')),
  description text constraint menu_scan_row_description_bound check (octet_length(description) <= 8000),
  -- as it was read, for what is learned of corrections
  read_name text not null,
  read_category text,
  page integer not null,
  left_ppm integer not null,
  top_ppm integer not null,
  right_ppm integer not null,
  bottom_ppm integer not null,
  confidence_ppm integer not null check (confidence_ppm between 0 and 1000000),
  item_id uuid references item on delete set null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (scan_id, position)
);
create index menu_scan_row_by_doubt on menu_scan_row (scan_id, confidence_ppm, id);
create index menu_scan_row_of_state on menu_scan_row (scan_id, state);
create index menu_scan_row_doubted on menu_scan_row (confidence_ppm, id);
create index menu_scan_row_in_order on menu_scan_row (position, id);
create index menu_scan_row_of_item on menu_scan_row (item_id) where item_id is not null;

-- What the people of a store meant where something else was read: the next scan of the store knows it.
create table menu_scan_word (
  store_id uuid not null references store on delete cascade,
  field text not null check (field in ('name', 'category')),
  read text not null,
  meant text not null,
  primary key (store_id, field, read)
);
