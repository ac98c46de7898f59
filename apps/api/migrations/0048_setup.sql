-- What somebody has said to be right as it is, of what an installation begins with.
create table setup_step (
  key text primary key,
  confirmed_at timestamptz not null default now()
);
