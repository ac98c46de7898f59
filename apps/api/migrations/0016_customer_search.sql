-- Names and phone numbers are found apart: whoever sees a number only in part must not find by it.
drop index customer_search;
update customer set search = regexp_replace(search, ' ?\d+$', '');
create index customer_search on customer using gin (search gin_trgm_ops);
create index customer_phone_search on customer using gin (phone gin_trgm_ops);
comment on column customer.search is 'the name, folded';
