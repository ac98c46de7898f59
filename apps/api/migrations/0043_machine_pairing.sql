-- Machines are added on the screen and paired by a code that their program sends. Those that are there are paired.
alter table machine
  add column name text,
  add column code_hash bytea unique,
  add column code_ends_at timestamptz,
  add column paired_at timestamptz,
  add column revoked_at timestamptz,
  add column is_online boolean not null default false,
  add column message text,
  add column message_at timestamptz,
  add column message_fetched_at timestamptz;
update machine set paired_at = created_at, name = initcap(kind) || ' ' || serial;
alter table machine
  alter column name set not null,
  alter column serial drop not null,
  add constraint machine_name_bound check (octet_length(name) <= 480),
  add constraint machine_message_bound check (octet_length(message) <= 1600),
  add constraint machine_code check ((code_hash is null) = (code_ends_at is null)),
  add constraint machine_online check (not is_online or (paired_at is not null and revoked_at is null)),
  add constraint machine_told check ((message is null) = (message_at is null));
create index machine_of_store on machine (store_id, id);
-- Who is alive and may fall silent.
create index machine_online_since on machine (last_heartbeat_at) where is_online;
