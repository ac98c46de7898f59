-- Who works here and how far they reach: branches, staff, roles, sessions, channel keys.
create extension if not exists pg_trgm;

create table branch (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z]{2,5}$'),
  name text not null,
  partner_name text not null,
  time_zone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  revenue_share_ppm integer not null default 0 check (revenue_share_ppm between 0 and 1000000),
  status text not null default 'active' check (status in ('active', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table role (
  id uuid primary key,
  key text not null unique,
  name text not null,
  -- the word of the specification's /accounts/{path}; null for a role without such a page
  accounts_path text unique,
  is_admin boolean not null default false,
  built_in boolean not null default false,
  sort integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table role_grant (
  role_id uuid not null references role on delete cascade,
  permission text not null,
  -- the most that one act may move, in minor units of the installation's currency; null = no limit
  limit_minor bigint,
  primary key (role_id, permission)
);

create table staff (
  id uuid primary key,
  email text not null,
  name text not null,
  phone text,
  role_id uuid not null references role,
  scope_kind text not null check (scope_kind in ('all', 'branch', 'store')),
  scope_ids uuid[] not null default '{}',
  password_hash text not null,
  status text not null default 'active' check (status in ('invited', 'active', 'suspended', 'deactivated')),
  -- raised by anything that changes what this person may do
  access_version integer not null default 1,
  expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((scope_kind = 'all') = (cardinality(scope_ids) = 0))
);
create unique index staff_email on staff (lower(email));

create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  staff_id uuid not null references staff,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text,
  revoked_at timestamptz,
  revoked_because text
);
create index session_of_staff on session (staff_id) where revoked_at is null;

create table sign_in_attempt (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  succeeded boolean not null,
  at timestamptz not null default now()
);
create index sign_in_attempt_of_account on sign_in_attempt (account, at);
create index sign_in_attempt_of_address on sign_in_attempt (address, at);

create table channel_key (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('customer-app', 'store-app', 'rider-app', 'till', 'simulator')),
  scopes text[] not null,
  key_hash bytea not null unique,
  last_used_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
