-- All who have a part in what a change set writes, not whoever made it alone.
alter table change_set add column maker_ids uuid[] not null default '{}';
update change_set set maker_ids = array(
  select id from staff where id = change_set.made_id
    or id in (select actor_id from audit_entry where audit_entry.change_set_id = change_set.id
      and ((entity = 'change-row' and action = 'correct') or (entity = 'change-set' and action = 'read'))));
alter table change_set drop column made_id;
