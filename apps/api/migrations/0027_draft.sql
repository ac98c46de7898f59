-- Records that somebody began to enter: what their form holds, as JSON that only the form reads. Nobody's but their own, and purged when they are old.
create table draft (
  id uuid primary key,
  staff_id uuid not null references staff,
  resource text not null constraint draft_resource_bound check (octet_length(resource) <= 320),
  name text not null constraint draft_name_bound check (octet_length(name) <= 640),
  step integer not null constraint draft_step_bound check (step between 0 and 20),
  typed text not null constraint draft_typed_bound check (octet_length(typed) <= 480000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index draft_of_person on draft (staff_id, resource, updated_at);
create index draft_by_age on draft (updated_at);
