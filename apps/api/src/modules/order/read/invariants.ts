import { causesBesidesTotal } from '@larder/contract'
import type { Pool } from 'pg'

/** What holds of every order at any moment, however it came to be: by hand, by an app, by a timer, or from the seed. */
const rules: Record<string, string> = {
  'items are the sum of the lines': 'items_minor = lines_amount',
  'the total is the sum of its parts': `total_minor = items_minor + packing_minor + delivery_minor - discount_minor + tip_minor + rounding_minor
    + case when prices_include_tax then 0 else tax_minor end`,
  'tax is that of lines, packing and delivery, and the sum of the rates': 'tax_minor = lines_tax + charges_tax and tax_minor = rates_tax',
  'parts of a tax are equal': `tax_parts = 1 or not exists (select from jsonb_array_elements(taxes) as rate
    where (rate -> 'amount' ->> 'minor')::bigint <> (select min((part -> 'amount' ->> 'minor')::bigint) from jsonb_array_elements(taxes) as part
      where part ->> 'ratePpm' = rate ->> 'ratePpm'))`,
  'every discount is explained': 'discount_minor = explained_discount',
  'a slot is a span of time': `case timing when 'slot' then slot_from < slot_to else slot_from is null and slot_to is null end`,

  'what has ended says when, why and by whom, as the lists have it': `case when ending is null then (ended_at, end_reason, end_party) is not distinct from (null, null, null)
    else ended_at is not null and exists (select from order_reason where kind = ending and code = end_reason and party = end_party) end`,
  'a refund of the ending has its reason': `not exists (select from refund where order_id = facts.id and state <> 'declined'
    and cause = 'ending' and reason is distinct from end_reason)`,
  'a refund that nobody decided is borne by whose it was': `not exists (select from refund where order_id = facts.id and cause = 'ending' and state <> 'declined'
    and status <> 'failed' and amount_minor <> case end_party when 'store' then store_minor when 'rider' then rider_minor else platform_minor end)`,
  'what goes back is within what was captured': `owed + lost <= case when payment_state in ('captured', 'partially_refunded', 'refunded', 'voided', 'collected', 'deposited')
    then payable_minor - due_minor + lost else 0 end`,
  'no more goes back to a payment than it has': `sourced <= case when payment_method = 'card' then payable_minor when paid_by = 'cash' then 0
    else payable_minor - due_minor - collected_minor + lost end`,
  'only what was paid before is due besides, and taken when it is handed over': `(due_minor = 0 or (payment_method = 'online' and status <> 'delivered'))
    and (collected_minor = 0 or (payment_method = 'online' and status = 'delivered'))`,
  'of what is authorised, what it comes to beyond is due': `payment_state <> 'authorised'
    or due_minor + collected_minor = greatest(0, payable_minor - authorised_minor)`,
  'credits pay at most the total, and as much goes back as credit as they have paid': `credit_minor between 0 and total_minor and as_credit <= case when status = 'delivered' then credit_minor else 0 end`,
  'what wallets have given is what credits pay': `case when ending is null then credit_minor else 0 end - as_credit
    = (select coalesce(-sum(minor), 0) from wallet_entry where order_id = facts.id)`,
  'a refund by lines is what its lines are': `not exists (select from refund where order_id = facts.id and lines <> '[]'
    and amount_minor <> (select sum((line -> 'amount' ->> 'minor')::bigint) from jsonb_array_elements(lines) as line))`,
  'payment stands as the order does': `case
    when payment_state = 'none' then payment_method = 'online' and owed = 0 and status in ('placed', 'cancelled') and pending_at is null
    when status in ('rejected', 'cancelled', 'failed') and payment_state = 'voided' then owed = case paid_by when 'online' then payable_minor - due_minor else 0 end
    when status in ('rejected', 'cancelled') then payment_state = 'refunded' and owed = payable_minor - due_minor and waiting = 0
    when paid_by = 'online' and payment_state <> 'authorised' then (status = 'failed' or waiting = 0) and payment_state = case
      when owed + lost > waiting and owed - waiting = payable_minor - due_minor then 'refunded' when owed + lost > waiting then 'partially_refunded' else 'captured' end
    when status = 'delivered' then payment_state in ('collected', 'deposited')
      or payment_state = 'authorised' and exists (select from payment where payment.order_id = facts.id)
    else owed = 0 and payment_state = case paid_by when 'online' then 'authorised' else 'due' end end`,
  'the rider stands where the order does': `case
    when order_type = 'pickup' or status in ('rejected', 'cancelled') then rider_id is null and delivery_state = 'unassigned'
    when status = 'delivered' then rider_id is not null and delivery_state = 'done'
    when status = 'failed' then rider_id is not null and delivery_state = 'failed'
    when status = 'picked_up' then rider_id is not null and delivery_state in ('picked', 'at_customer')
    else (rider_id is null) = (delivery_state = 'unassigned') and delivery_state in ('unassigned', 'offered', 'assigned', 'at_store') end`,

  'its moments follow each other': 'moments = (select array_agg(at order by at) from unnest(moments) as at)',
  'it ended last': 'ended_at is null or ended_at >= moments[cardinality(moments)]',
  'its moments are those of its status': `case when status in ('placed', 'scheduled') then pending_at is null else pending_at is not null or status = 'cancelled' end
    and (accepted_at is not null or status not in ('accepted', 'preparing', 'ready', 'picked_up', 'delivered', 'failed'))
    and (ready_at is not null or status not in ('ready', 'picked_up', 'delivered', 'failed'))
    and (picked_up_at is not null) = (order_type = 'delivery' and status in ('picked_up', 'delivered', 'failed'))
    and (delivered_at is not null) = (status = 'delivered')`,

  'its timeline is numbered without a gap': 'told = last_sequence and told > 0',
  'its timeline leads to its status': 'told_status = status',
  'its timeline says why it ended': 'ending is null or told_reason = end_reason',
  'its version counts what was done': 'version = 1 + moves',
}

const besidesTotal = causesBesidesTotal.map((cause) => `'${cause}'`).join(', ')

// An order that its store takes at once comes in accepted: that is no change of it.
const facts = `select orders.*, total_minor - credit_minor as payable_minor, refunds.as_credit, lines.amount as lines_amount, lines.tax as lines_tax,
    (select sum(tax_parts * round(charge * ppm::numeric / (tax_parts * (1000000 + case when prices_include_tax then ppm else 0 end))))
      from (values (packing_minor, packing_tax_ppm), (delivery_minor, delivery_tax_ppm)) as charged (charge, ppm)) as charges_tax,
    (select coalesce(sum((rate -> 'amount' ->> 'minor')::bigint), 0) from jsonb_array_elements(taxes) as rate) as rates_tax,
    (select coalesce(sum((discount -> 'amount' ->> 'minor')::bigint), 0) from jsonb_array_elements(discounts) as discount) as explained_discount,
    case status when 'rejected' then 'reject' when 'cancelled' then 'cancel' when 'failed' then 'fail' end as ending,
    array_remove(array[placed_at, pending_at, accepted_at, preparing_at, ready_at, picked_up_at, delivered_at], null) as moments,
    -- What was let go is paid at hand-over.
    case when let_go then 'cash' else payment_method end as paid_by, refunds.owed, refunds.waiting, refunds.lost, refunds.sourced, timeline.*
  from orders
    cross join lateral (select sum(amount_minor) as amount, sum(tax_minor) as tax from order_line where order_id = orders.id) as lines
    cross join lateral (select coalesce(sum(amount_minor) filter (where cause not in (${besidesTotal}) and method <> 'credit'), 0) as owed,
      coalesce(sum(amount_minor) filter (where method = 'credit'), 0) as as_credit,
      coalesce(sum(amount_minor) filter (where state = 'requested'), 0) as waiting,
      coalesce(sum(amount_minor) filter (where cause in (${besidesTotal})), 0) as lost,
      coalesce(sum(amount_minor) filter (where method = 'source'), 0) as sourced
      from refund where order_id = orders.id and state <> 'declined') as refunds
    cross join lateral (select count(*) as told, max(sequence) as last_sequence,
        (array_agg(to_status order by sequence desc) filter (where to_status is not null))[1] as told_status,
        (array_agg(reason order by sequence desc) filter (where to_status is not null))[1] as told_reason,
        count(*) filter (where type not in ('place', 'schedule', 'note', 'again', 'messageToCustomer', 'messageToStore') and not (type = 'accept' and sequence = 2 and at = placed_at)) as moves,
        bool_or(type = 'voidPayment') as let_go
      from order_event where order_id = orders.id) as timeline`

/** The orders that break a rule, at most ten of each. */
export async function findBrokenOrders(pool: Pool): Promise<{ rule: string; numbers: string[] }[]> {
  const judged = Object.entries(rules).map(([rule, holds]) => `('${rule}', ${holds})`)
  const statement = `with facts as materialized (${facts})
     select rule, (array_agg(number || ' ' || status || ' ' || payment_state order by id))[1:10] as numbers
     from facts cross join lateral (values ${judged.join(', ')}) as judged (rule, holds) where holds is not true group by rule`
  return (await pool.query<{ rule: string; numbers: string[] }>(statement)).rows
}
