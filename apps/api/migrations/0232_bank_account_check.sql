-- Another account of somebody who is taken on waits for another person, and is used only some hours after that.
alter table bank_account
  add column state text not null default 'approved' check (state in ('waiting', 'approved', 'refused', 'replaced')),
  add column effective_at timestamptz,
  add column checked_by uuid references staff,
  add column checked_at timestamptz,
  add column status_reason text;
update bank_account set effective_at = created_at;
alter table bank_account
  alter column state drop default,
  add constraint bank_account_effective check (state <> 'approved' or effective_at is not null),
  add constraint bank_account_own check (checked_by <> entered_by),
  add constraint bank_account_status_reason_bound check (octet_length(status_reason) <= 1600);
create unique index bank_account_waiting_of_store on bank_account (store_id) where state = 'waiting';
create unique index bank_account_waiting_of_rider on bank_account (rider_id) where state = 'waiting';
create index bank_account_by_state on bank_account (state, id);
