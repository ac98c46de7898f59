-- What an e-mail address is searched by stands in its row, folded once as it is written: rows that are gone through newest first are not folded one by one.
drop index customer_email_search;
alter table customer add column email_search text generated always as
  (normalize(lower(upper(lower(normalize(email, NFKC) collate pg_unicode_fast))), NFKC)) stored;
create index customer_email_search on customer using gin (email_search gin_trgm_ops);
