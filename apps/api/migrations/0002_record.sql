-- What happened and what must be told: audit chain, event outbox, idempotency, settings, saved views.

-- Append-only. Entries of one entity form a SHA-256 chain, computed here so that no writer can forget it; audit_seal chains the whole.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  actor_kind text not null check (actor_kind in ('staff', 'channel', 'system')),
  actor_id uuid,
  actor_name text not null,
  role text,
  address text,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_sequence integer not null,
  branch_id uuid,
  store_id uuid,
  old jsonb,
  new jsonb,
  reason text,
  request_id text not null,
  previous_hash bytea,
  hash bytea not null,
  unique (entity, entity_id, entity_sequence)
);
create index audit_entry_by_actor on audit_entry (actor_id, id);
create index audit_entry_by_transaction on audit_entry (transaction_id);
create index audit_entry_by_branch on audit_entry (branch_id, id);

create function audit_entry_digest(entry audit_entry) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    encode(entry.previous_hash, 'hex'), to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_kind, entry.actor_id, entry.actor_name,
    entry.role, entry.address, entry.action, entry.entity, entry.entity_id, entry.entity_sequence, entry.branch_id, entry.store_id,
    entry.old, entry.new, entry.reason, entry.request_id)::text, 'UTF8'))
$$;

create function chain_audit_entry() returns trigger language plpgsql as $$
declare previous record;
begin
  select entity_sequence, hash into previous from audit_entry
    where entity = new.entity and entity_id = new.entity_id order by entity_sequence desc limit 1;
  new.entity_sequence := coalesce(previous.entity_sequence, 0) + 1;
  new.previous_hash := previous.hash;
  new.hash := audit_entry_digest(new);
  return new;
end $$;
create trigger audit_entry_chain before insert on audit_entry for each row execute function chain_audit_entry();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry for each statement execute function refuse_change();

create table audit_seal (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  from_transaction xid8 not null,
  to_transaction xid8 not null,
  entries bigint not null,
  digest bytea not null,
  previous_hash bytea,
  hash bytea not null
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();

-- The outbox. A row is written with the change itself; `sequence` is given by the one sequencer after commit, so that
-- reading `sequence > n` never misses a row whose transaction was slower than its neighbour's.
create table event (
  id bigint generated always as identity primary key,
  sequence bigint unique,
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('changed', 'order-notification', 'message')),
  entity text not null,
  entity_id text not null,
  version integer not null,
  action text not null,
  actor_name text not null,
  -- who may hear of it: a permission, and the branch and store it belongs to (null = every scope)
  permission text not null,
  branch_id uuid,
  store_id uuid,
  payload jsonb
);
create index event_unsequenced on event (id) where sequence is null;
create index event_by_time on event (at);
create sequence event_sequence;

create table idempotency_key (
  actor_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  endpoint text not null,
  body_hash bytea not null,
  status integer not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_key_by_time on idempotency_key (created_at);

create table saved_view (
  id uuid primary key,
  staff_id uuid not null references staff,
  resource text not null,
  name text not null,
  query jsonb not null,
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index saved_view_of_resource on saved_view (resource, staff_id);

create table setting (
  key text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table file (
  id uuid primary key,
  content_type text not null,
  size_bytes integer not null,
  sha256 bytea not null,
  bytes bytea not null,
  created_by uuid,
  created_at timestamptz not null default now()
);
