import { type RawBuilder, sql } from 'kysely'

/**
 * Orders of these records, which are those of one person: what hangs on them, but what somebody else ordered by their own number while they were
 * merged into it, and what these ordered by theirs while they were merged into another one. SQL, a condition on `orders`.
 */
export function orderedBy(customerIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`orders.customer_id = any(${whereLodged(customerIds)})
    and coalesce((select known.id from customer as known where known.phone = orders.customer_phone), orders.customer_id) = any(${customerIds})`
}

// As a query of its own: it is read once, not row by row.
const whereLodged = (customerIds: RawBuilder<unknown>) => sql`(select ${customerIds} || lodgings_of(${customerIds}))::uuid[]`

/** Tables of what people do without an order. */
type Opened = 'cart' | 'ticket' | 'feedback'

/** The same of what people open: of an order it is whose the order is. SQL, a condition on the table. */
export function openedBy(table: Opened, customerIds: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const own = sql`coalesce(${column('opened_for')}, ${column('customer_id')}) = any(${customerIds})`
  const isTheirs =
    table === 'cart' ? own : sql`case when ${column('order_id')} is null then ${own} else ${ofOrder(column('order_id'), customerIds)} end`
  return sql`${column('customer_id')} = any(${whereLodged(customerIds)}) and ${isTheirs}`
}

/** The same of what is of an order and of its customer. */
export function keptOf(table: 'review' | 'remedy', customerIds: RawBuilder<unknown>): RawBuilder<unknown> {
  const orderId = sql.ref(`${table}.order_id`)
  const customerId = sql.ref(`${table}.customer_id`)
  return sql`${customerId} = any(${whereLodged(customerIds)})
    and case when ${orderId} is null then ${customerId} = any(${customerIds}) else ${ofOrder(orderId, customerIds)} end`
}

const ofOrder = (orderId: RawBuilder<unknown>, customerIds: RawBuilder<unknown>) =>
  sql`exists (select from orders where orders.id = ${orderId} and ${orderedBy(customerIds)})`
