-- Who orders and who carries.
create table customer (
  id uuid primary key,
  name text not null,
  phone text not null unique,
  email text,
  -- search_key(name) and the phone's digits, for one trigram index
  search text not null,
  addresses jsonb not null default '[]',
  flags text[] not null default '{}',
  first_order_at timestamptz,
  orders integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index customer_search on customer using gin (search gin_trgm_ops);

create table rider (
  id uuid primary key,
  number text not null unique,
  branch_id uuid not null references branch,
  area_ids uuid[] not null default '{}',
  name text not null,
  phone text not null unique,
  vehicle text not null check (vehicle in ('bicycle', 'scooter', 'motorbike', 'van')),
  plate text,
  shift_state text not null default 'off' check (shift_state in ('off', 'available', 'busy', 'break')),
  lat double precision,
  lng double precision,
  positioned_at timestamptz,
  cash_in_hand_minor bigint not null default 0,
  cash_limit_minor bigint not null default 500000,
  currency text not null,
  rating_tenths integer,
  status text not null default 'active' check (status in ('active', 'blocked', 'left')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index rider_on_shift on rider (branch_id, shift_state);

create table cart (
  id uuid primary key,
  customer_id uuid references customer,
  device_token text,
  vertical text not null,
  store_id uuid not null references store,
  state text not null default 'active' check (state in ('active', 'ordered', 'abandoned')),
  lines jsonb not null default '[]',
  currency text not null,
  total_minor bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index cart_of_customer on cart (customer_id, vertical, id);

create table cart_event (
  cart_id uuid not null references cart on delete cascade,
  sequence integer not null,
  type text not null,
  line jsonb,
  at timestamptz not null default now(),
  primary key (cart_id, sequence)
);

create table device (
  id uuid primary key,
  owner_kind text not null check (owner_kind in ('customer', 'store', 'rider', 'guest')),
  owner_id uuid,
  platform text not null check (platform in ('android', 'ios', 'web')),
  push_token text not null unique,
  app_version text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table review (
  id uuid primary key,
  order_id uuid not null unique,
  customer_id uuid,
  store_id uuid not null references store,
  branch_id uuid not null references branch,
  rider_id uuid,
  food_stars integer not null check (food_stars between 1 and 5),
  delivery_stars integer check (delivery_stars between 1 and 5),
  app_stars integer check (app_stars between 1 and 5),
  tags text[] not null default '{}',
  text text,
  state text not null default 'pending' check (state in ('pending', 'approved', 'hidden')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index review_of_store on review (store_id, id);

create table feedback (
  id uuid primary key,
  customer_id uuid,
  order_id uuid,
  kind text not null check (kind in ('complaint', 'suggestion', 'praise', 'question')),
  text text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table machine (
  id uuid primary key,
  store_id uuid not null references store,
  kind text not null check (kind in ('till', 'printer', 'tablet')),
  serial text not null unique,
  app_version text,
  last_heartbeat_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
