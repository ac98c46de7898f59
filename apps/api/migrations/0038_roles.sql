-- Roles that an installation makes for itself: how far their people may reach, whose accounts they see as leads of a team (none = all within
-- their scope), and which conflicts among its permissions somebody has acknowledged.
alter table role
  add column reach text not null default 'all' check (reach in ('all', 'branch', 'store')),
  add column team_ids uuid[] not null default '{}',
  add column acknowledged text[] not null default '{}',
  add constraint role_name_bound check (octet_length(name) <= 480);
alter table role_grant add constraint role_grant_limit_minor_bound check (limit_minor between 1 and 1000000000000000);
create index staff_of_role on staff (role_id);
