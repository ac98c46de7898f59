-- An authenticator app: its key is encrypted, and asked for once it was confirmed with a code. Of a time step one code is taken.
create table authenticator (
  staff_id uuid primary key references staff,
  key bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
-- What stands in for it once: hashes alone.
create table recovery_code (
  staff_id uuid not null references staff,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);
