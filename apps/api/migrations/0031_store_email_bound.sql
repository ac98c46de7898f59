-- The one text of a store's form that the database held without an end: as long as the contract takes it.
alter table store add constraint store_email_bound check (octet_length(email) <= 2032);
