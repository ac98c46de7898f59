-- The order family: partitioned by month on the UUID v7 itself, so primary key, foreign key, paging order and pruning are one column (decision 0007).
create table orders (
  id uuid not null,
  number text not null,
  external_id text,
  branch_id uuid not null,
  area_id uuid not null,
  store_id uuid not null,
  vertical text not null,
  customer_id uuid,
  rider_id uuid,
  channel_id uuid not null,
  status text not null check (status in ('placed', 'scheduled', 'pending', 'accepted', 'preparing', 'ready', 'picked_up', 'delivered', 'rejected', 'cancelled', 'failed')),
  payment_state text not null check (payment_state in ('none', 'authorised', 'captured', 'partially_refunded', 'refunded', 'voided', 'failed', 'due', 'collected', 'deposited')),
  delivery_state text not null check (delivery_state in ('unassigned', 'offered', 'assigned', 'at_store', 'picked', 'at_customer', 'done', 'failed')),
  order_type text not null check (order_type in ('delivery', 'pickup')),
  timing text not null check (timing in ('asap', 'slot')),
  slot_from timestamptz,
  slot_to timestamptz,
  business_day date not null,
  placed_at timestamptz not null,
  pending_at timestamptz,
  warned_at timestamptz,
  accepted_at timestamptz,
  preparing_at timestamptz,
  ready_at timestamptz,
  picked_up_at timestamptz,
  delivered_at timestamptz,
  ended_at timestamptz,
  promised_at timestamptz,
  prep_minutes integer,
  delays integer not null default 0,
  customer_name text not null,
  customer_phone text not null,
  address jsonb,
  note text,
  currency text not null,
  items_minor bigint not null,
  packing_minor bigint not null,
  delivery_minor bigint not null,
  discount_minor bigint not null,
  tax_minor bigint not null,
  tip_minor bigint not null,
  rounding_minor bigint not null,
  total_minor bigint not null,
  taxes jsonb not null,
  discounts jsonb not null,
  item_count integer not null,
  item_summary text not null,
  payment_method text not null check (payment_method in ('online', 'cash', 'card')),
  payment_reference text,
  end_reason text,
  end_party text check (end_party in ('customer', 'store', 'rider', 'platform')),
  end_note text,
  details jsonb not null default '{}',
  claimed_by uuid,
  claimed_name text,
  claimed_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (id),
  check (total_minor = items_minor + packing_minor + delivery_minor - discount_minor + tax_minor + tip_minor + rounding_minor)
) partition by range (id);
create index orders_by_status on orders (status, id);
create index orders_by_branch on orders (branch_id, id);
create index orders_by_store on orders (store_id, id);
create index orders_by_vertical on orders (vertical, id);
create index orders_by_customer on orders (customer_id, id);
create index orders_by_rider on orders (rider_id, id) where rider_id is not null;
create index orders_by_number on orders (number);
create index orders_active on orders (vertical, status, id) where status in ('placed', 'scheduled', 'pending', 'accepted', 'preparing', 'ready', 'picked_up');
create index orders_pending_since on orders (pending_at) where status = 'pending';
create index orders_slot_due on orders (slot_from) where status in ('placed', 'scheduled');
create index orders_promise_due on orders (promised_at) where status in ('pending', 'accepted', 'preparing', 'ready', 'picked_up');

create table order_line (
  order_id uuid not null,
  line integer not null,
  item_id uuid,
  sku text,
  name text not null,
  unit text not null check (unit in ('pc', 'kg', 'g')),
  quantity integer not null check (quantity > 0),
  unit_price_minor bigint not null,
  options jsonb not null default '[]',
  ordered_grams integer,
  packed_grams integer,
  substitution jsonb,
  tax_ppm integer not null default 0,
  amount_minor bigint not null,
  discount_minor bigint not null default 0,
  tax_minor bigint not null default 0,
  note text,
  primary key (order_id, line)
) partition by range (order_id);

create table order_event (
  order_id uuid not null,
  sequence integer not null,
  type text not null,
  from_status text,
  to_status text,
  actor_kind text not null,
  actor_id uuid,
  actor_name text not null,
  source text not null,
  reason text,
  note text,
  is_internal boolean not null default true,
  facts jsonb not null default '{}',
  request_id text not null,
  at timestamptz not null,
  primary key (order_id, sequence)
) partition by range (order_id);

-- One row per caller's own order id: the same order delivered twice is one order, whatever its Idempotency-Key.
create table order_external_id (
  channel_id uuid not null references channel_key,
  external_id text not null,
  order_id uuid not null,
  primary key (channel_id, external_id)
);

create table refund (
  id uuid primary key,
  order_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  method text not null check (method in ('source', 'cash', 'void')),
  state text not null check (state in ('requested', 'approved', 'sent', 'done', 'declined')),
  reason text not null,
  liable_party text not null check (liable_party in ('store', 'platform', 'rider')),
  maker_id uuid,
  checker_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refund_of_order on refund (order_id);

create table order_status (
  status text primary key,
  label text not null,
  colour text not null,
  customer_text text not null,
  target_minutes integer,
  sound text,
  sort integer not null,
  version integer not null default 1
);

create table reason (
  id uuid primary key,
  kind text not null check (kind in ('reject', 'cancel', 'fail', 'refund', 'restore', 'pause')),
  code text not null,
  label text not null,
  party text not null check (party in ('customer', 'store', 'rider', 'platform')),
  active boolean not null default true,
  sort integer not null default 0,
  version integer not null default 1,
  unique (kind, code)
);

-- Order numbers count within a branch: no sequence is shared by the whole cluster.
create function next_order_number(branch_code text) returns text language plpgsql as $$
begin
  return branch_code || '-' || nextval(('order_number_' || lower(branch_code))::regclass);
end $$;
create function create_order_number_sequence() returns trigger language plpgsql as $$
begin
  execute format('create sequence %I start with 10001', 'order_number_' || lower(new.code));
  return new;
end $$;
create trigger branch_order_numbers after insert on branch for each row execute function create_order_number_sequence();

-- Counts and sums by business day, written as deltas in the order's own transaction (inserts only: no two orders wait for each
-- other) and folded into order_rollup in the background. A reader adds both, so a dashboard is exact and costs the same at any size.
create table order_rollup (
  -- a branch, a store, or 00000000-0000-0000-0000-000000000000 for the whole installation
  scope_id uuid not null,
  day date not null,
  currency text not null,
  vertical text not null,
  status text not null,
  orders bigint not null,
  total_minor bigint not null,
  primary key (scope_id, day, currency, vertical, status)
);
create table order_rollup_delta (
  id bigint generated always as identity primary key,
  branch_id uuid not null,
  store_id uuid not null,
  day date not null,
  currency text not null,
  vertical text not null,
  status text not null,
  orders integer not null,
  total_minor bigint not null
);

create function note_order_rollup() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into order_rollup_delta (branch_id, store_id, day, currency, vertical, status, orders, total_minor)
    values (old.branch_id, old.store_id, old.business_day, old.currency, old.vertical, old.status, -1, -old.total_minor),
           (new.branch_id, new.store_id, new.business_day, new.currency, new.vertical, new.status, 1, new.total_minor);
  else
    insert into order_rollup_delta (branch_id, store_id, day, currency, vertical, status, orders, total_minor)
    values (new.branch_id, new.store_id, new.business_day, new.currency, new.vertical, new.status, 1, new.total_minor);
  end if;
  return null;
end $$;
create trigger orders_rollup_insert after insert on orders for each row execute function note_order_rollup();
create trigger orders_rollup_update after update on orders for each row
  when (old.status is distinct from new.status or old.total_minor is distinct from new.total_minor) execute function note_order_rollup();

create function fold_order_rollup() returns bigint language plpgsql as $$
declare moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_order_rollup')) then return 0; end if;
  with taken as (delete from order_rollup_delta returning *),
  spread as (
    select scope_id, day, currency, vertical, status, sum(orders) as orders, sum(total_minor) as total_minor
    from taken cross join lateral (values ('00000000-0000-0000-0000-000000000000'::uuid), (branch_id), (store_id)) as scopes (scope_id)
    group by 1, 2, 3, 4, 5
  ), folded as (
    insert into order_rollup as kept (scope_id, day, currency, vertical, status, orders, total_minor)
    select scope_id, day, currency, vertical, status, orders, total_minor from spread order by 1, 2, 3, 4, 5
    on conflict (scope_id, day, currency, vertical, status)
    do update set orders = kept.orders + excluded.orders, total_minor = kept.total_minor + excluded.total_minor
    returning 1
  ) select count(*) into moved from taken, (select count(*) from folded) as done;
  return moved;
end $$;
