-- What people leave to the next at the end of a shift: open orders as they stood then, with a note each; the next person signs it (decision 0102).
create table hand_over (
  id uuid primary key,
  branch_id uuid references branch,
  store_id uuid references store,
  is_whole_desk boolean not null,
  status text not null default 'waiting' check (status in ('waiting', 'signed')),
  remark text constraint hand_over_remark_bound check (octet_length(remark) <= 4000),
  given_at timestamptz not null,
  given_id uuid not null references staff,
  given_by text not null,
  signed_at timestamptz,
  signed_id uuid references staff,
  signed_by text,
  told_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'signed') = (signed_id is not null) and (signed_id is null) = (signed_at is null)),
  check (signed_id <> given_id),
  check (store_id is null or branch_id is not null)
);
create index hand_over_by_time on hand_over (given_at, id);
create index hand_over_of_branch on hand_over (branch_id, given_at);
create index hand_over_untold on hand_over (given_at) where status = 'waiting' and told_at is null;

create table hand_over_order (
  hand_over_id uuid not null references hand_over,
  position integer not null,
  order_id uuid not null,
  number text not null,
  vertical text not null,
  status text not null,
  store_name text not null,
  placed_at timestamptz not null,
  since timestamptz not null,
  promised_at timestamptz,
  delays integer not null,
  waits_for text not null check (waits_for in ('approval', 'store', 'rider', 'customer')),
  rider_name text,
  claimed_id uuid,
  claimed_by text,
  note text constraint hand_over_order_note_bound check (octet_length(note) <= 4000),
  taken_by text,
  primary key (hand_over_id, position),
  unique (hand_over_id, order_id)
);

-- What was handed over stays as it stood: only who took it is added.
create function refuse_other_hand_over() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'taken_by' = to_jsonb(new) - 'taken_by' then return new; end if;
  raise exception 'what was handed over stays as it stood' using errcode = 'restrict_violation';
end $$;
create trigger hand_over_order_stays before update or delete on hand_over_order for each row execute function refuse_other_hand_over();
