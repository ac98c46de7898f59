-- Statuses and reasons of orders are records that people change: each has its id and its times, and what the contract bounds the database bounds too.
alter table order_status
  add column id uuid not null default uuidv7(),
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add constraint order_status_id unique (id),
  add constraint order_status_colour_check check (colour ~ '^#[0-9A-F]{6}$'),
  add constraint order_status_sound_check check (sound in ('new-order', 'bell', 'knock')),
  add constraint order_status_label_bound check (octet_length(label) <= 192) not valid,
  add constraint order_status_customer_text_bound check (octet_length(customer_text) <= 960) not valid,
  add constraint order_status_target_minutes_bound check (target_minutes between 1 and 1440) not valid;
alter table reason rename to order_reason;
alter table order_reason
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add constraint order_reason_code_bound check (octet_length(code) <= 320) not valid,
  add constraint order_reason_label_bound check (octet_length(label) <= 640) not valid,
  add constraint order_reason_sort_bound check (sort between 0 and 9999) not valid;
