-- Orders that staff place for callers come in by a channel of their own, whose key nobody has and which opens nothing.
insert into channel_key (id, name, kind, scopes, key_hash, revoked_at)
values ('019a0000-0000-7000-8000-000000000001', 'Phone order', 'customer-app', '{}', sha256(gen_random_uuid()::text::bytea), now());
create index orders_by_phone on orders (id) where channel_id = '019a0000-0000-7000-8000-000000000001';
