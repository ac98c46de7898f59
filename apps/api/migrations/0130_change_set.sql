-- Changes of many records made ready as one: rows by record, looked at, approved, published store by store and taken back.
create table change_set (
  id uuid primary key,
  source text not null check (source in ('bulk', 'upload', 'scan', 'sync')),
  title text not null constraint change_set_title_bound check (octet_length(title) <= 960),
  status text not null default 'draft' check (status in ('draft', 'validated', 'awaiting-approval', 'scheduled', 'publishing', 'published',
    'rolling-back', 'rolled-back', 'failed', 'cancelled')),
  status_reason text constraint change_set_status_reason_bound check (octet_length(status_reason) <= 1600),
  branch_id uuid references branch,
  store_id uuid references store,
  -- of a bulk change, which items and what of them
  filter jsonb,
  change jsonb,
  -- of a file, its columns, and which field each is of
  sheet jsonb,
  missing text not null default 'keep' check (missing in ('keep', 'unavailable')),
  meanwhile text not null default 'leave-out' check (meanwhile in ('leave-out', 'overwrite')),
  needs_approval text,
  stores integer not null default 0,
  new_rows integer not null default 0,
  changed_rows integer not null default 0,
  missing_rows integer not null default 0,
  same_rows integer not null default 0,
  error_rows integer not null default 0,
  warning_rows integer not null default 0,
  published_rows integer not null default 0,
  left_out_rows integer not null default 0,
  kept_rows integer not null default 0,
  largest_move_ppm bigint not null default 0,
  publish_at timestamptz,
  -- whose it is, who asked for approval or sent it off, in whose name it is published, who approved it
  made_id uuid not null,
  made_by text not null,
  submitted_id uuid,
  submitted_by text,
  approved_id uuid,
  approved_by text,
  task_id uuid references task on delete set null,
  published_at timestamptz,
  rolled_back_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index change_set_of_store on change_set (store_id, id);
create index change_set_of_branch on change_set (branch_id, id);
create index change_set_by_status on change_set (status, id);
create index change_set_due on change_set (publish_at) where status = 'scheduled';
create index change_set_under_way on change_set (task_id) where status in ('draft', 'publishing', 'rolling-back');
create index change_set_of_task on change_set (task_id) where task_id is not null;

-- A store is published in one transaction, and taken back in one.
create table change_set_store (
  set_id uuid not null references change_set on delete cascade,
  store_id uuid not null references store,
  published_at timestamptz,
  rolled_back_at timestamptz,
  primary key (set_id, store_id)
);

create table change_row (
  id uuid primary key,
  set_id uuid not null references change_set on delete cascade,
  position integer not null,
  -- its row in the file
  line integer,
  store_id uuid not null references store,
  entity text not null check (entity in ('item', 'menu-category')),
  record_id uuid,
  -- at which version publishing left it
  record_version integer,
  kind text not null check (kind in ('new', 'changed', 'missing', 'same')),
  level text check (level in ('error', 'warning', 'info')),
  title text not null constraint change_row_title_size check (octet_length(title) <= 960),
  given jsonb,
  old jsonb,
  new jsonb,
  remarks jsonb not null default '[]',
  move_ppm bigint not null default 0,
  outcome text check (outcome in ('published', 'overwritten', 'unchanged', 'left-out', 'rolled-back', 'kept')),
  reason text,
  -- what publishing found in the fields that it wrote
  found jsonb,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (set_id, position)
);
create index change_row_of_store on change_row (set_id, store_id, position);
create index change_row_of_record on change_row (set_id, record_id) where record_id is not null;

-- The file until its rows are read, and what the columns of a store's files were taken for.
create table change_set_file (
  set_id uuid primary key references change_set on delete cascade,
  type text not null,
  bytes bytea not null
);
create table menu_column (
  store_id uuid not null references store,
  head text not null constraint menu_column_head_size check (octet_length(head) <= 1600),
  field text,
  primary key (store_id, head)
);
