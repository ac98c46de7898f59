-- Seals cover the entries' own numbers, which go where the tables go, and are keyed with a secret that is not in the database.
-- What the seals of before say is verified here for the last time: their transaction numbers are this cluster's alone. The verdict keeps
-- their last hash, and the first keyed seal follows it.
insert into audit_verdict (entries, seals, last_seal_id, last_seal_hash, broken_table, broken_id, because)
with linked as (
  select *, lag(hash) over (order by id) as hash_before, lag(to_transaction, 1, '0'::xid8) over (order by id) as transaction_before from audit_seal),
judged as (
  select linked.id, linked.hash, linked.entries, case
    when linked.hash <> sha256(convert_to(jsonb_build_array(encode(previous_hash, 'hex'), from_transaction::text, to_transaction::text,
      linked.entries, encode(linked.digest, 'hex'), to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8')) then 'its content was changed'
    when hash_before is distinct from previous_hash or from_transaction <> transaction_before then 'the seal before it is missing or another'
    when found.entries <> linked.entries then format('it covers %s entries, of which %s are there', linked.entries, found.entries)
    when found.digest <> linked.digest then 'an entry that it covers was replaced'
    end as because
  from linked cross join lateral (
    select count(*) as entries, sha256(coalesce(string_agg(hash, ''::bytea order by id), ''::bytea)) as digest from audit_entry
    where transaction_id >= linked.from_transaction and transaction_id < linked.to_transaction) as found),
broken as (select id, because from judged where because is not null order by id limit 1)
select sum(entries), count(*), max(id), (array_agg(hash order by id desc))[1],
  (select 'audit_seal' from broken), (select id from broken), (select because from broken)
from judged having count(*) > 0;

drop table audit_seal;
alter table audit_entry drop column transaction_id;

create table audit_seal (
  id bigint primary key,
  at timestamptz not null,
  -- which key made it: a name that says nothing of the secret
  key text not null,
  -- the numbers of the entries that it covers, how many they are, and the greatest that any seal so far has covered
  entries int8multirange not null,
  entry_count integer not null,
  reach bigint not null,
  digest bytea not null,
  -- four bytes of each entry's own code, in the order of the numbers: they tell which entry was touched
  tags bytea not null,
  last_verdict_id bigint,
  previous_mac bytea,
  mac bytea not null
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal for each statement execute function refuse_change();

-- Verdicts chain as well; those of before the key have no code.
alter table audit_verdict alter column id drop identity;
alter table audit_verdict add column key text, add column previous_mac bytea, add column mac bytea;
alter table audit_verdict drop constraint audit_verdict_broken_table_check;
alter table audit_verdict add check (broken_table in ('audit_entry', 'audit_seal', 'audit_verdict'));
create trigger audit_verdict_append_only before update or delete or truncate on audit_verdict for each statement execute function refuse_change();
