-- Who approved a remedy that was beyond its giver's limit; of those of before as the record tells it.
alter table remedy add column checked_by uuid references staff;
alter table remedy disable trigger remedy_stays, disable trigger remedy_keeps;
update remedy set checked_by = entry.checker_id
from audit_entry as entry join staff on staff.id = entry.checker_id
where remedy.is_checked and entry.entity = 'remedy' and entry.entity_id = remedy.id::text and entry.action = 'create';
alter table remedy enable trigger remedy_stays, enable trigger remedy_keeps,
  add constraint remedy_checked_by_check check (checked_by is null or is_checked);
