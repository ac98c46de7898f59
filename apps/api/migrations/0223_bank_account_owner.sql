-- A bank account is a store's or a rider's.
alter table bank_account
  alter column store_id drop not null,
  add column rider_id uuid references rider,
  add column branch_id uuid references branch;
update bank_account set branch_id = store.branch_id from store where store.id = bank_account.store_id;
alter table bank_account
  alter column branch_id set not null,
  add constraint bank_account_owner check (num_nonnulls(store_id, rider_id) = 1);
create index bank_account_of_rider on bank_account (rider_id, id) where rider_id is not null;
create index bank_account_of_branch on bank_account (branch_id, id);
