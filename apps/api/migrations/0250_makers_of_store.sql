-- All who have a part in what is to be approved of a store, not the last of them alone.
alter table store add column maker_ids uuid[] not null default '{}';
update store set maker_ids = array(
  select distinct id from staff where id in (store.submitted_by, store.changed_by)
    or id in (select entered_by from bank_account where store_id = store.id)
    or id in (select actor_id from audit_entry where entity = 'store' and entity_id = store.id::text
      and action in ('create', 'update', 'submit', 'enterAccount', 'changePapers')))
  where status in ('lead', 'draft', 'review');
alter table store drop column submitted_by, drop column changed_by;
