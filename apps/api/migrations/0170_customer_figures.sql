-- What a customer's orders come to, kept beside them. Whoever stands in customer_due is reckoned anew from their orders: any number of times gives
-- the same, and what is written meanwhile leaves a row of its own.
alter table customer
  add column last_order_at timestamptz,
  add column delivered integer not null default 0,
  add column refunded integer not null default 0,
  add column refund_ppm integer not null default 0,
  add column value_minor bigint not null default 0,
  add column currency text,
  add column branch_ids uuid[] not null default '{}',
  add column verticals text[] not null default '{}',
  -- where they ordered last: who hears of a change
  add column last_branch_id uuid,
  add column last_store_id uuid,
  add column consents jsonb not null default '[]';
-- Words of a program, with neither a reason nor an end: they said nothing that anything obeyed.
alter table customer drop column flags;
alter table customer add column flags jsonb not null default '[]';
comment on column customer.refunded is 'orders of which money was given back';
comment on column customer.value_minor is 'what was delivered, less what was given back, in the currency of the last order';
alter table customer
  add constraint customer_name_bound check (octet_length(name) <= 640) not valid,
  add constraint customer_email_bound check (octet_length(email) <= 2032) not valid;

create index customer_by_value on customer (value_minor, id);
create index customer_by_orders on customer (orders, id);
create index customer_by_last_order on customer ((coalesce(last_order_at, created_at)), id);
create index customer_by_first_order on customer (first_order_at, id);
create index customer_by_refunds on customer (refund_ppm, id) where refund_ppm > 0;
create index customer_with_flags on customer using gin (flags jsonb_path_ops) where flags <> '[]';
create index customer_email_search on customer using gin
  ((normalize(lower(upper(lower(normalize(email, NFKC) collate pg_unicode_fast))), NFKC)) gin_trgm_ops);

create table customer_due (
  id bigint generated always as identity primary key,
  customer_id uuid not null
);
create function note_customer_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.customer_id is distinct from new.customer_id and old.customer_id is not null then
    insert into customer_due (customer_id) values (old.customer_id);
  end if;
  if new.customer_id is not null then insert into customer_due (customer_id) values (new.customer_id); end if;
  return null;
end $$;
create trigger orders_customer_insert after insert on orders for each row execute function note_customer_due();
create trigger orders_customer_update after update on orders for each row
  when (old.status is distinct from new.status or old.total_minor is distinct from new.total_minor or old.customer_id is distinct from new.customer_id)
  execute function note_customer_due();
create function note_refund_customer_due() returns trigger language plpgsql as $$
begin
  insert into customer_due (customer_id) select customer_id from orders where id = new.order_id and customer_id is not null;
  return null;
end $$;
create trigger refund_customer_insert after insert on refund for each row execute function note_refund_customer_due();
create trigger refund_customer_update after update on refund for each row
  when ((old.state = 'declined') is distinct from (new.state = 'declined') or old.amount_minor is distinct from new.amount_minor)
  execute function note_refund_customer_due();

/* Reckons the figures of these customers anew. */
create function reckon_customers(ids uuid[]) returns void language sql as $$
  update customer set orders = coalesce(figures.orders, 0), delivered = coalesce(figures.delivered, 0), refunded = coalesce(figures.refunded, 0),
    refund_ppm = coalesce(figures.refunded * 1000000 / nullif(figures.orders, 0), 0), value_minor = coalesce(figures.value_minor, 0),
    currency = figures.currency, branch_ids = coalesce(figures.branch_ids, '{}'), verticals = coalesce(figures.verticals, '{}'),
    first_order_at = figures.first_order_at, last_order_at = figures.last_order_at,
    last_branch_id = figures.last_branch_id, last_store_id = figures.last_store_id
  from unnest(ids) as due (id)
  left join lateral (
    select count(*)::integer as orders, count(*) filter (where status = 'delivered')::integer as delivered,
      count(*) filter (where given.minor > 0)::integer as refunded,
      coalesce(sum(total_minor - coalesce(given.minor, 0)) filter (where status = 'delivered' and theirs.currency = latest.currency), 0)::bigint as value_minor,
      min(latest.currency) as currency, array_agg(distinct branch_id) as branch_ids, array_agg(distinct vertical) as verticals,
      min(placed_at) as first_order_at, max(placed_at) as last_order_at,
      (array_agg(branch_id order by theirs.id desc))[1] as last_branch_id, (array_agg(store_id order by theirs.id desc))[1] as last_store_id
    from orders as theirs
    cross join lateral (select last.currency from orders as last where last.customer_id = due.id order by last.id desc limit 1) as latest
    left join lateral (select sum(amount_minor) as minor from refund where refund.order_id = theirs.id and state <> 'declined') as given on true
    where theirs.customer_id = due.id having count(*) > 0
  ) as figures on true
  where customer.id = due.id
$$;
create function fold_customer_due() returns bigint language plpgsql as $$
declare
  due uuid[];
  moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_customer_due')) then return 0; end if;
  with taken as (delete from customer_due where id in (select id from customer_due order by id limit 2000) returning customer_id)
  select array_agg(distinct customer_id order by customer_id), count(*) into due, moved from taken;
  if due is not null then perform reckon_customers(due); end if;
  return moved;
end $$;
-- Who had ordered before.
insert into customer_due (customer_id) select id from customer where orders > 0;

create table segment (
  id uuid primary key,
  name text not null,
  description text,
  is_built_in boolean not null default false,
  least_orders integer,
  most_orders integer,
  least_first_days integer,
  most_first_days integer,
  least_last_days integer,
  most_last_days integer,
  least_value_minor bigint,
  currency text,
  least_refund_percent integer,
  branch_id uuid references branch,
  vertical text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint segment_name_bound check (octet_length(name) <= 480),
  constraint segment_description_bound check (octet_length(description) <= 1600),
  constraint segment_least_orders_bound check (least_orders between 0 and 1000000),
  constraint segment_most_orders_bound check (most_orders between 0 and 1000000),
  constraint segment_least_first_days_bound check (least_first_days between 0 and 36500),
  constraint segment_most_first_days_bound check (most_first_days between 0 and 36500),
  constraint segment_least_last_days_bound check (least_last_days between 0 and 36500),
  constraint segment_most_last_days_bound check (most_last_days between 0 and 36500),
  constraint segment_least_value_minor_bound check (least_value_minor between 0 and 10000000000),
  constraint segment_least_refund_percent_bound check (least_refund_percent between 0 and 100)
);
create unique index segment_name on segment (lower(normalize(name, NFKC) collate pg_unicode_fast));
create index segment_of_branch on segment (branch_id) where branch_id is not null;

insert into segment (id, name, description, is_built_in, least_orders, most_orders, most_first_days, least_last_days, most_last_days, least_value_minor, currency, least_refund_percent)
select uuidv7(), given.name, given.description, true, given.least_orders, given.most_orders, given.most_first_days, given.least_last_days, given.most_last_days,
  given.least_value_minor, case when given.least_value_minor is not null then coalesce((select value #>> '{}' from setting where key = 'installation.currency'), 'INR') end,
  given.least_refund_percent
from (values
  ('New', 'First order within 30 days', 1, null::integer, 30, null::integer, null::integer, null::bigint, null::integer),
  ('Regular', 'Five orders or more, the last one within 30 days', 5, null, null, null, 30, null, null),
  ('Lapsed', 'Ordered before, but not for 45 days', 1, null, null, 45, null, null, null),
  ('High value', 'What was delivered comes to 10,000 or more', 1, null, null, null, null, 1000000, null),
  ('Many refunds', 'Three orders or more, and money given back of a quarter of them', 3, null, null, null, null, null, 25)
) as given (name, description, least_orders, most_orders, most_first_days, least_last_days, most_last_days, least_value_minor, least_refund_percent);
