-- Whoever let somebody in may be them: asked from either side for every approval.
create index audit_entry_let_in on audit_entry (entity_id, at)
  where entity = 'staff' and action in ('create', 'invite', 'resetPassword', 'removeSecondFactor');
create index audit_entry_lets_in on audit_entry (actor_id, at)
  where entity = 'staff' and action in ('create', 'invite', 'resetPassword', 'removeSecondFactor');
