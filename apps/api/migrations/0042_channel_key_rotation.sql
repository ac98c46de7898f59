-- A channel outlives its secret: the one before a rotation opens until it ends. How often a channel may ask, and from where it last did.
alter table channel_key
  add column former_hash bytea unique,
  add column former_ends_at timestamptz,
  add column per_minute integer constraint channel_key_per_minute_bound check (per_minute between 1 and 1000000),
  add column last_used_from text,
  add column updated_at timestamptz not null default now(),
  add constraint channel_key_former check ((former_hash is null) = (former_ends_at is null)),
  add constraint channel_key_name_bound check (octet_length(name) <= 480) not valid;
