-- What somebody asked for that another person has to approve.
create table approval (
  id uuid primary key,
  operation text not null,
  params jsonb not null,
  body jsonb not null,
  title text not null,
  reason text not null,
  entity text not null,
  entity_id text not null,
  old jsonb,
  new jsonb,
  permission text not null,
  branch_id uuid references branch (id),
  store_id uuid references store (id),
  maker_id uuid not null references staff (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused', 'withdrawn', 'expired', 'overtaken')),
  expires_at timestamptz not null,
  checker_id uuid references staff (id),
  because text,
  decided_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint approval_reason_bound check (octet_length(reason) <= 1600),
  constraint approval_because_bound check (octet_length(because) <= 1600),
  constraint approval_maker_is_not_checker check (checker_id is distinct from maker_id),
  constraint approval_decided check ((status = 'pending') = (decided_at is null))
);
create unique index approval_pending on approval (entity, entity_id) where status = 'pending';
create index approval_by_status on approval (status, id);
create index approval_by_maker on approval (maker_id, id);
