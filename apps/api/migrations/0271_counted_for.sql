-- What an approver's limit is held against in sum, and what a request weighs against it: another currency than the limit's is beyond every limit.
alter table approval add column counts_for text, add column weighs_minor bigint;
update approval set counts_for = case
    when entity <> 'ticket' then entity || ':' || entity_id
    when new ->> 'order_id' is not null then 'order:' || (new ->> 'order_id')
    when new ->> 'customer_id' is not null and new ->> 'remedy_kind' <> 'compensation' then 'customer:' || (new ->> 'customer_id')
    else 'store:' || store_id end
  where moves_minor is not null;
with limits (currency) as (select coalesce((select value #>> '{}' from setting where key = 'installation.currency'), 'INR'))
update approval set weighs_minor = case
    when coalesce(new ->> 'currency', (select orders.currency from orders where 'order:' || orders.id = counts_for), limits.currency) = limits.currency
    then moves_minor else 9007199254740991 end
  from limits where moves_minor is not null;
create index approval_counted on approval (checker_id, counts_for) where status = 'approved';
