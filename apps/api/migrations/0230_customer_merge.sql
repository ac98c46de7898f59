-- Two records of one customer are merged: one goes on, the other one points to it. What belonged to whom is kept, so that it can be taken back.
alter table customer
  add column merged_into uuid references customer,
  add column merged_at timestamptz,
  add column merged_by text,
  -- what the one that goes on got of it, and what of its own gave way
  add column merged_gifts jsonb,
  -- how many were merged into it
  add column merged_records integer not null default 0 check (merged_records between 0 and 20),
  -- whose all of it is: its own id, or that of the one that it was merged into
  add column goes_on uuid generated always as (coalesce(merged_into, id)) stored,
  add check (merged_into <> id),
  add check ((merged_into is null) = (merged_at is null) and (merged_into is null) = (merged_by is null));
create index customer_goes_on on customer (goes_on);
create index customer_merged on customer (merged_into, id) where merged_into is not null;
create index customer_merged_page on customer (id) where merged_into is not null;

create table customer_merged_row (
  customer_id uuid not null references customer,
  kind text not null check (kind in ('order', 'cart', 'ticket', 'feedback', 'review', 'credit', 'device', 'customer')),
  row_id uuid not null,
  primary key (customer_id, kind, row_id)
);
create index customer_merged_row_of on customer_merged_row (row_id);
comment on table customer_merged_row is 'what was a customer''s when they were merged';
create index device_of_owner on device (owner_kind, owner_id) where owner_id is not null;

-- What is opened for somebody while they are merged waits for its end, and is then of the one that goes on. (Orders find theirs as they are placed.)
create function follow_customer() returns trigger language plpgsql as $$
declare
  whose uuid;
begin
  select goes_on into whose from customer where id = new.customer_id for key share;
  new.customer_id := coalesce(whose, new.customer_id);
  return new;
end $$;
create trigger cart_follows before insert on cart for each row when (new.customer_id is not null) execute function follow_customer();
create trigger ticket_follows before insert on ticket for each row when (new.customer_id is not null) execute function follow_customer();
create trigger feedback_follows before insert on feedback for each row when (new.customer_id is not null) execute function follow_customer();
create trigger review_follows before insert on review for each row when (new.customer_id is not null) execute function follow_customer();
create trigger wallet_credit_follows before insert on wallet_credit for each row when (new.customer_id is not null) execute function follow_customer();
