-- How a person wants the product to look and to tell times, on every device: what they chose, by field; what is missing they never chose.
create table preference (
  staff_id uuid primary key references staff (id) on delete cascade,
  chosen jsonb not null check (jsonb_typeof(chosen) = 'object'),
  updated_at timestamptz not null default now()
);
