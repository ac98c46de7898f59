-- A session may see the product as a role, within a scope, or as a person, until an instant. The role goes with whoever deletes it, and so does the view.
alter table session
  add column viewing_role_id uuid references role on delete set null,
  add column viewing_staff_id uuid references staff on delete set null,
  add column viewing_scope_kind text check (viewing_scope_kind in ('all', 'branch', 'store')),
  add column viewing_scope_ids uuid[],
  add column viewing_until timestamptz;
create index session_viewing on session (viewing_until) where viewing_until is not null;
