-- Other records that a request hangs on, each with the number of its last entry as it was asked for.
alter table approval add column hangs_on jsonb not null default '[]';
update approval set hangs_on = jsonb_build_array(jsonb_build_object('entity', 'role', 'id', body ->> 'roleId', 'sequence',
  coalesce((select max(entity_sequence) from audit_entry where entity = 'role' and entity_id = body ->> 'roleId' and at <= approval.created_at), 0)))
  where status = 'pending' and operation = 'staff.changeRole';
update approval set hangs_on = jsonb_build_array(jsonb_build_object('entity', 'tax-profile', 'id', body ->> 'value', 'sequence',
  coalesce((select max(entity_sequence) from audit_entry where entity = 'tax-profile' and entity_id = body ->> 'value' and at <= approval.created_at), 0)))
  where status = 'pending' and operation in ('setting.change', 'setting.changeTax')
    and exists (select from tax_profile where id::text = body ->> 'value');
