-- What is done on a ticket to make good what went wrong: given once, and it stays.
create table remedy (
  id uuid primary key,
  ticket_id uuid not null references ticket,
  kind text not null check (kind in ('credit', 'refund', 'replacement', 'compensation')),
  order_id uuid,
  customer_id uuid references customer,
  store_id uuid not null references store,
  branch_id uuid not null references branch,
  amount_minor bigint not null constraint remedy_amount_minor_bound check (amount_minor between 0 and 1000000000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason_code text not null constraint remedy_reason_code_bound check (octet_length(reason_code) <= 320),
  method text check (method in ('source', 'cash', 'manual')),
  store_minor bigint not null,
  platform_minor bigint not null,
  rider_minor bigint not null,
  -- who was proposed to bear it, in percent, and why somebody else does
  proposed jsonb not null,
  because text constraint remedy_because_bound check (octet_length(because) <= 4000),
  note text constraint remedy_note_bound check (octet_length(note) <= 4000),
  by_id uuid,
  by_name text not null,
  is_checked boolean not null default false,
  replacement_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (store_minor + platform_minor + rider_minor = amount_minor),
  check ((kind = 'refund') = (method is not null))
);
create index remedy_of_ticket on remedy (ticket_id, id);
create index remedy_of_order on remedy (order_id, id) where order_id is not null;
create index remedy_of_customer on remedy (customer_id, id) where customer_id is not null;
create index remedy_of_store on remedy (store_id, id);
create index remedy_of_branch on remedy (branch_id, id);
create index remedy_by_kind on remedy (kind, id);
create trigger remedy_stays before update or delete or truncate on remedy for each statement execute function refuse_change();

-- Money that a customer has with the marketplace until it expires. What is left of it is what its entries come to.
create table wallet_credit (
  id uuid primary key,
  customer_id uuid not null references customer,
  remedy_id uuid references remedy,
  store_id uuid not null references store,
  branch_id uuid not null references branch,
  amount_minor bigint not null constraint wallet_credit_amount_size check (amount_minor between 1 and 1000000000000),
  left_minor bigint not null check (left_minor between 0 and amount_minor),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null default 'open' check (state in ('open', 'spent', 'expired')),
  expires_at timestamptz not null,
  by_name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'open') = (left_minor > 0))
);
create index wallet_credit_of_customer on wallet_credit (customer_id, id);
create index wallet_credit_of_store on wallet_credit (store_id, id);
create index wallet_credit_of_branch on wallet_credit (branch_id, id);
create index wallet_credit_by_expiry on wallet_credit (expires_at, id);
create index wallet_credit_open on wallet_credit (expires_at, id) where state = 'open';
create index wallet_credit_by_state on wallet_credit (state, id);

create table wallet_entry (
  id uuid primary key,
  credit_id uuid not null references wallet_credit,
  kind text not null check (kind in ('granted', 'spent', 'returned', 'expired')),
  minor bigint not null check (minor <> 0 and (minor > 0) = (kind in ('granted', 'returned'))),
  order_id uuid,
  by_name text not null,
  at timestamptz not null
);
create index wallet_entry_of_credit on wallet_entry (credit_id, id);
create trigger wallet_entry_append_only before update or delete or truncate on wallet_entry for each statement execute function refuse_change();
