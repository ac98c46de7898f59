-- The trail of all records, newest first, by whatever it is cut: each of these is entered at its end, however many entries there are.
drop index audit_entry_by_actor;
drop index audit_entry_by_branch;
create index audit_entry_by_time on audit_entry (at, id);
create index audit_entry_by_actor on audit_entry (actor_id, at, id);
create index audit_entry_by_role on audit_entry (role, at, id) where role is not null;
create index audit_entry_by_action on audit_entry (action, at, id);
create index audit_entry_by_entity on audit_entry (entity, at, id);
create index audit_entry_by_address on audit_entry (address, at, id) where address is not null;
create index audit_entry_by_request on audit_entry (request_id);
