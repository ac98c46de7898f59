-- A store's way in takes two: who put it forward and who changed it last do not approve it.
alter table store
  add column commission_plan text not null default 'Standard',
  add column submitted_by uuid references staff,
  add column changed_by uuid references staff,
  add column delivery_radius_km double precision,
  add column fee_tiers jsonb,
  add column prep_windows jsonb not null default '[]',
  add column prep_loads jsonb not null default '[]',
  add constraint store_commission_plan_bound check (octet_length(commission_plan) <= 480),
  add constraint store_commission_ppm_bound check (commission_ppm between 0 and 500000),
  add constraint store_licence_number_bound check (octet_length(licence_number) <= 480),
  add constraint store_tax_id_bound check (octet_length(tax_id) <= 320),
  add constraint store_legal_name_bound check (octet_length(legal_name) <= 960),
  add constraint store_delivery_radius_km_range check (delivery_radius_km between 0.1 and 100);

create sequence store_number;
select setval('store_number', greatest(1000, (select max(substring(number from '^ST-(\d{1,15})$')::bigint) from store)));

-- Those on their way in are few and looked at often.
create index store_onboarding on store (display_name, id) where status in ('lead', 'draft', 'review', 'approved');

-- Papers that only some may read: a PDF as it came, a picture made anew.
create table document (
  id uuid primary key,
  content_type text not null check (content_type in ('application/pdf', 'image/webp')),
  size_bytes integer not null,
  sha256 bytea not null,
  bytes bytea not null,
  created_by uuid references staff,
  created_at timestamptz not null default now()
);
alter table document alter column bytes set storage external;
create index document_by_owner on document (created_by, created_at);

create table store_document (
  id uuid primary key,
  store_id uuid not null references store,
  kind text not null check (kind in ('licence', 'tax', 'identity', 'lease', 'agreement', 'other')),
  number text not null,
  expires_on date,
  file_id uuid references document,
  remark text,
  -- Days before its expiry of which staff were told last.
  warned_days integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint store_document_number_bound check (octet_length(number) <= 480),
  constraint store_document_remark_bound check (octet_length(remark) <= 1600)
);
create index store_document_of_store on store_document (store_id, id);
create index store_document_by_expiry on store_document (expires_on, id);
create index store_document_by_file on store_document (file_id);

-- What a store had of its licence is its first document.
insert into store_document (id, store_id, kind, number, expires_on)
  select uuidv7(), id, 'licence', licence_number, licence_expires_on from store where licence_number is not null;

create table bank_account (
  id uuid primary key,
  store_id uuid not null references store,
  holder text not null,
  -- Encrypted with a key of the installation's secret.
  account_number bytea not null,
  tail text not null,
  code text not null,
  entered_by uuid not null references staff,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bank_account_holder_bound check (octet_length(holder) <= 960),
  constraint bank_account_code_bound check (octet_length(code) <= 160)
);
create index bank_account_of_store on bank_account (store_id, id);

-- How many orders a store has open is asked for whenever one more is priced.
create index orders_open_of_store on orders (store_id) where status in ('placed', 'scheduled', 'pending', 'accepted', 'preparing', 'ready', 'picked_up');
