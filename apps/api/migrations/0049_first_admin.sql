-- The link with which the first administrator comes in: the newest start's alone, kept as a hash.
create table first_admin (
  is_only boolean primary key default true check (is_only),
  token_hash bytea not null,
  expires_at timestamptz not null
);
