-- What was sent as feedback under an external id, as a fingerprint: what staff make of it since is not what its app said. Null: taken before this was kept.
alter table feedback add column content text check (content ~ '^[0-9a-f]{64}$');
