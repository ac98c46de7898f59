-- Passkeys: the public half of what a person's device signs with.
create table passkey (
  id uuid primary key,
  staff_id uuid not null references staff,
  credential_id text not null unique,
  public_key bytea not null,
  -- how often it has signed, where the device counts
  signed bigint not null default 0,
  transports text[] not null default '{}',
  name text not null constraint passkey_name_bound check (octet_length(name) <= 480),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_of_staff on passkey (staff_id);

-- Challenges that were signed: each is good once. What is not signed is kept nowhere.
create table spent_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);
