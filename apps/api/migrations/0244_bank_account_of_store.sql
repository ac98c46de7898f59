-- Stores that wait to know where they are paid: whether one has an approved account is looked up store by store.
create index bank_account_approved_of_store on bank_account (store_id) where state = 'approved';
