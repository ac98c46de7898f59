-- Changes of settings that take effect by themselves. One that has taken effect, or was cancelled, is in the record alone.
create table setting_plan (
  id uuid primary key,
  key text not null,
  value jsonb not null,
  takes_effect_at timestamptz not null check (date_trunc('minute', takes_effect_at, 'UTC') = takes_effect_at),
  status text not null default 'planned' check (status in ('planned', 'failed')),
  because text,
  staff_id uuid not null references staff,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'failed') = (because is not null))
);
create unique index setting_plan_minute on setting_plan (key, takes_effect_at) where status = 'planned';
create index setting_plan_due on setting_plan (takes_effect_at, id) where status = 'planned';
