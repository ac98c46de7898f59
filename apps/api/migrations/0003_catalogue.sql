-- Where orders come from: areas, locations, lookups, stores and what they sell.
create table area (
  id uuid primary key,
  branch_id uuid not null references branch,
  name text not null,
  polygon jsonb not null,
  fee_tiers jsonb not null,
  min_basket_minor bigint not null default 0 check (min_basket_minor >= 0),
  surge_ppm integer not null default 0 check (surge_ppm between 0 and 5000000),
  currency text not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (branch_id, name)
);

create table store_location (
  id uuid primary key,
  area_id uuid not null references area,
  name text not null,
  lat double precision not null,
  lng double precision not null,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (area_id, name)
);

create table category_type (
  id uuid primary key,
  vertical text not null,
  name text not null,
  image_id uuid references file,
  sort integer not null default 0,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index category_type_name on category_type (vertical, lower(normalize(name, NFKC) collate pg_unicode_fast));

create table cuisine (
  id uuid primary key,
  name text not null,
  image_id uuid references file,
  sort integer not null default 0,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index cuisine_name on cuisine (lower(normalize(name, NFKC) collate pg_unicode_fast));

create table crate (
  id uuid primary key,
  code text not null unique,
  name text not null,
  size text not null check (size in ('small', 'medium', 'large')),
  capacity_grams integer not null check (capacity_grams > 0),
  deposit_minor bigint not null check (deposit_minor >= 0),
  currency text not null,
  stock integer not null default 0 check (stock >= 0),
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table store (
  id uuid primary key,
  number text not null unique,
  branch_id uuid not null references branch,
  area_id uuid not null references area,
  location_id uuid references store_location,
  vertical text not null,
  legal_name text not null,
  display_name text not null,
  search text not null,
  phone text not null,
  email text,
  address text not null,
  lat double precision not null,
  lng double precision not null,
  time_zone text not null,
  currency text not null,
  status text not null check (status in ('lead', 'draft', 'review', 'approved', 'live', 'suspended', 'terminated')),
  status_reason text,
  open_mode text not null default 'open' check (open_mode in ('open', 'busy', 'paused', 'closed')),
  open_mode_until timestamptz,
  open_mode_reason text,
  prep_minutes integer not null default 20 check (prep_minutes between 1 and 480),
  busy_extra_minutes integer not null default 15 check (busy_extra_minutes between 0 and 120),
  auto_accept boolean not null default false,
  -- played by the simulator's store app; the others wait for staff
  attended boolean not null default true,
  max_orders_per_quarter_hour integer,
  opening_hours jsonb not null default '[]',
  special_days jsonb not null default '[]',
  tax_id text,
  licence_number text,
  licence_expires_on date,
  min_order_minor bigint not null default 0,
  packing_minor bigint not null default 0,
  commission_ppm integer not null default 0,
  rating_tenths integer,
  ratings integer not null default 0,
  last_order_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((open_mode in ('busy', 'paused')) or open_mode_until is null)
);
create index store_by_branch on store (branch_id, id);
create index store_by_vertical on store (vertical, id);
create index store_search on store using gin (search gin_trgm_ops);
create index store_mode_ends on store (open_mode_until) where open_mode_until is not null;

create table store_cuisine (
  store_id uuid not null references store on delete cascade,
  cuisine_id uuid not null references cuisine,
  primary key (store_id, cuisine_id)
);
create table store_category_type (
  store_id uuid not null references store on delete cascade,
  category_type_id uuid not null references category_type,
  primary key (store_id, category_type_id)
);

create table menu_category (
  id uuid primary key,
  store_id uuid not null references store,
  name text not null,
  sort integer not null default 0,
  active boolean not null default true,
  version integer not null default 1,
  unique (store_id, name)
);

create table item (
  id uuid primary key,
  store_id uuid not null references store,
  category_id uuid not null references menu_category,
  sku text not null,
  name text not null,
  unit text not null check (unit in ('pc', 'kg', 'g')),
  price_minor bigint not null check (price_minor >= 0),
  mrp_minor bigint,
  tax_ppm integer not null default 0,
  veg_mark text check (veg_mark in ('veg', 'egg', 'non-veg')),
  -- what this vertical lets the customer choose: flavours, weights, cuts
  choices jsonb not null default '{}',
  available boolean not null default true,
  snoozed_until timestamptz,
  sort integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (store_id, sku)
);
create index item_of_store on item (store_id, category_id, sort);
