-- Work that takes longer than a request: whose it is, how far it is, and what came of it.
create table task (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  -- the endpoint that began it
  kind text not null,
  title text not null,
  parameters jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
  done integer not null default 0 check (done >= 0),
  total integer check (total >= 0),
  reason text,
  -- Each process that takes it up raises the number: what an earlier one still writes is refused.
  attempt integer not null default 0,
  failures integer not null default 0,
  start_after timestamptz not null default now(),
  leased_until timestamptz,
  file_name text,
  file_type text,
  file_bytes bigint check (file_bytes >= 0),
  file_expires_at timestamptz,
  read_at timestamptz,
  finished_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index task_of_staff on task (staff_id, id);
create index task_open on task (kind, start_after) where status in ('queued', 'running');
create index task_finished on task (finished_at) where finished_at is not null;

-- The file that comes of a task, piece by piece: it is told of once the task is done.
create table task_piece (
  task_id uuid not null references task (id) on delete cascade,
  attempt integer not null,
  piece integer not null,
  bytes bytea not null,
  primary key (task_id, attempt, piece)
);
alter table task_piece alter column bytes set storage external;

-- The rows of an act over many, as they were when it began, and how it went with each.
create table task_row (
  task_id uuid not null references task (id) on delete cascade,
  position integer not null,
  record_id uuid not null,
  record_version integer not null,
  title text not null,
  outcome text check (outcome in ('done', 'refused')),
  reason text,
  primary key (task_id, position)
);

-- What is told to one person alone, whatever others may see.
alter table event add column staff_id uuid;
