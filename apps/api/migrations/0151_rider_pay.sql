-- What riders are paid for an order, by branch and from a day on (decision 0151).
create table rider_pay_rule (
  id uuid primary key,
  branch_id uuid not null references branch,
  starts_on date not null,
  base_minor bigint not null constraint rider_pay_rule_base_minor_bound check (base_minor between 0 and 10000000000),
  per_km_minor bigint not null constraint rider_pay_rule_per_km_minor_bound check (per_km_minor between 0 and 10000000000),
  free_wait_minutes integer not null constraint rider_pay_rule_free_wait_minutes_bound check (free_wait_minutes between 0 and 120),
  per_wait_minute_minor bigint not null constraint rider_pay_rule_per_wait_minute_minor_bound check (per_wait_minute_minor between 0 and 10000000000),
  peak_hours jsonb not null default '[]',
  peak_bonus_minor bigint not null constraint rider_pay_rule_peak_bonus_minor_bound check (peak_bonus_minor between 0 and 10000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (branch_id, starts_on)
);

-- What a rider earned by an order, as it was when it was delivered, with all that it was computed from. It stays.
create table rider_earning (
  id uuid primary key,
  order_id uuid not null unique,
  rider_id uuid not null references rider,
  branch_id uuid not null references branch,
  store_id uuid not null,
  rule_id uuid not null,
  day date not null,
  delivered_at timestamptz not null,
  is_late boolean not null,
  metres integer not null check (metres >= 0),
  waited_minutes integer not null check (waited_minutes >= 0),
  paid_wait_minutes integer not null check (paid_wait_minutes between 0 and waited_minutes),
  per_km_minor bigint not null,
  per_wait_minute_minor bigint not null,
  base_minor bigint not null,
  distance_minor bigint not null,
  waiting_minor bigint not null,
  peak_minor bigint not null,
  tip_minor bigint not null,
  total_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (total_minor = base_minor + distance_minor + waiting_minor + peak_minor + tip_minor)
);
create index rider_earning_of_rider on rider_earning (rider_id, id);
create index rider_earning_of_branch on rider_earning (branch_id, id);
create trigger rider_earning_append_only before update or delete or truncate on rider_earning for each statement execute function refuse_change();

-- A rider's business day in figures, moved with each order.
create table rider_day (
  rider_id uuid not null references rider,
  day date not null,
  assigned integer not null default 0 check (assigned >= 0),
  given_back integer not null default 0 check (given_back >= 0),
  delivered integer not null default 0 check (delivered >= 0),
  late integer not null default 0 check (late between 0 and delivered),
  earned_minor bigint not null default 0,
  primary key (rider_id, day)
);
