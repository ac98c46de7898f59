-- Browsers that an account has signed in from. Only the hash of what such a browser keeps is stored.
create table sign_in_device (
  account text not null,
  token_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (account, token_hash)
);
create index sign_in_device_by_token on sign_in_device (token_hash);

-- The neighbourhood of the address, and the browser, if it was one that the account knows.
alter table sign_in_attempt add column network text not null default '';
alter table sign_in_attempt add column device bytea;
create index sign_in_attempt_of_network on sign_in_attempt (network, at);
