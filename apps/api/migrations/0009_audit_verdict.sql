-- What each verification of the record found. The seal at which it ended must still be there at the next: the record was not cut off behind it.
create table audit_verdict (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  entries bigint not null,
  seals bigint not null,
  last_seal_id bigint,
  last_seal_hash bytea,
  broken_table text check (broken_table in ('audit_entry', 'audit_seal')),
  broken_id bigint,
  because text
);
