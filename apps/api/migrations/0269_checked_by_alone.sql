-- Who approved a deposit's cash difference beyond its receiver's limit; of those of before as the record tells it.
alter table cash_deposit add column checked_by uuid references staff;
alter table cash_deposit disable trigger cash_deposit_stays;
update cash_deposit set checked_by = entry.checker_id
from audit_entry as entry join staff on staff.id = entry.checker_id
where cash_deposit.is_checked and entry.entity = 'cash-deposit' and entry.entity_id = cash_deposit.id::text and entry.action = 'create';
alter table cash_deposit enable trigger cash_deposit_stays;
-- Whether somebody approved is whether it says who. Limits count those of one day: whose approver no record tells counts nowhere any more.
alter table cash_deposit drop column is_checked;
alter table remedy drop column is_checked;
