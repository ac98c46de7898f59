-- What one person has revealed within an hour is counted in the record itself.
create index audit_entry_reveal on audit_entry (actor_id, at) where action = 'reveal';
