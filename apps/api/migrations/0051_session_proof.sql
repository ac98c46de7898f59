-- When the person behind a session last proved who they are: by signing in, or when they were asked again.
alter table session add column proved_at timestamptz not null default now();
update session set proved_at = created_at;
