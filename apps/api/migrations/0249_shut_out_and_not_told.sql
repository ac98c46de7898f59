-- What keeps somebody from approving, by whoever did it, of the last days.
create index audit_entry_keeps_out on audit_entry (actor_id, at)
  where entity in ('staff', 'role') and action in ('invite', 'acceptInvite', 'resetPassword', 'removeSecondFactor', 'suspend', 'reactivate', 'deactivate', 'changeRole', 'update');

-- Of what is to be approved, whoever may not do it is not told: more people than one.
alter table event add column but_staff_ids uuid[];
update event set but_staff_ids = array[but_staff_id] where but_staff_id is not null;
alter table event drop column but_staff_id;
