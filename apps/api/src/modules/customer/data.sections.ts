import { type RawBuilder, sql } from 'kysely'
import { keptOf, openedBy, orderedBy } from './customer.whose.ts'

/** Whose data is written: one of the records of a customer, and the addresses of e-mail of all of them. */
export interface Whose {
  id: string
  emails: readonly string[]
}

/** What is held of a kind, in rows with an `id`, those after one and in the order of their ids; columns as they are said. */
type Section = (whose: Whose, after: string) => RawBuilder<unknown>

export const rowsAtOnce = 200

const page = (table: string, isTheirs: RawBuilder<unknown>, after: string) =>
  sql`${isTheirs} and ${sql.ref(`${table}.id`)} > ${after}::uuid order by ${sql.ref(`${table}.id`)} limit ${sql.lit(rowsAtOnce)}`
const one = (id: string) => sql`array[${id}::uuid]`
const store = sql`(select display_name from store where store.id = store_id)`
const listOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(told), '[]') from (${rows}) as told)`

/**
 * All that is held of a customer: what they are, did, were told and have. What colleagues noted for each other is theirs: internal notes,
 * entries of timelines that customers do not see, what a ticket was opened with by staff, why somebody was flagged.
 */
export const sections: Readonly<Record<string, Section>> = {
  orders: (
    { id },
    after,
  ) => sql`select orders.id, orders.number, ${store} as store, orders.vertical, order_type, orders.status, placed_at, slot_from,
      slot_to, promised_at, delivered_at, ended_at, end_reason, customer_name, customer_phone, address, orders.note, details,
      payment_method, payment_state, payment_reference, items_minor, packing_minor, delivery_minor, discount_minor, tax_minor, tip_minor,
      rounding_minor, total_minor, credit_minor, collected_minor, orders.currency,
      ${listOf(sql`select name, quantity, unit, ordered_grams, packed_grams, options, note, unit_price_minor, discount_minor, tax_minor, amount_minor,
        orders.currency from order_line where order_id = orders.id order by line`)} as lines,
      ${listOf(sql`select state, amount_minor, captured_minor, refunded_minor, currency, gateway, reference, created_at from payment
        where order_id = orders.id order by id`)} as payments,
      ${listOf(sql`select state, amount_minor, currency, reason, method, created_at, done_at from refund where order_id = orders.id order by id`)} as refunds,
      ${listOf(sql`select at, type, to_status, note from order_event where order_id = orders.id and not is_internal order by sequence`)} as timeline
    from orders where ${page('orders', orderedBy(one(id)), after)}`,
  carts: (
    { id },
    after,
  ) => sql`select cart.id, ${store} as store, cart.vertical, state, lines, total_minor, cart.currency, cart.created_at, cart.updated_at,
      ${listOf(sql`select at, type, line, note from cart_event where cart_id = cart.id order by sequence`)} as events
    from cart where ${page('cart', openedBy('cart', one(id)), after)}`,
  tickets: (
    { id },
    after,
  ) => sql`select id, number, topic_code as topic, state, created_at, solved_at, case when source in ('feedback', 'review') then text end as text,
      ${listOf(sql`select at, text from ticket_note where ticket_id = ticket.id and kind = 'customer' order by id`)} as answers
    from ticket where ${page('ticket', openedBy('ticket', one(id)), after)}`,
  feedback: ({ id }, after) => sql`select id, number, kind, about, stars, text, tags, answer, answered_at, created_at
    from feedback where ${page('feedback', openedBy('feedback', one(id)), after)}`,
  reviews: (
    { id },
    after,
  ) => sql`select review.id, ${store} as store, food_stars, delivery_stars, app_stars, tags, text, reply, replied_at, state, review.created_at
    from review where ${page('review', keptOf('review', one(id)), after)}`,
  credits: ({ id }, after) => sql`select id, state, amount_minor, left_minor, currency, created_at, expires_at,
      ${listOf(sql`select at, kind, minor as amount_minor, wallet_credit.currency from wallet_entry where credit_id = wallet_credit.id order by id`)} as entries
    from wallet_credit where ${page('wallet_credit', sql`customer_id = ${id}`, after)}`,
  remedies: ({ id }, after) => sql`select id, kind, amount_minor, currency, created_at
    from remedy where ${page('remedy', keptOf('remedy', one(id)), after)}`,
  devices: ({ id }, after) => sql`select id, platform, app_version, push_token, created_at, updated_at
    from device where ${page('device', sql`owner_kind = 'customer' and owner_id = ${id}`, after)}`,
  // An address may be another one's too: of orders those of theirs alone.
  mail: ({ id, emails }, after) =>
    sql`select id, to_address, subject, body, status, created_at, sent_at from mail where ${page(
      'mail',
      sql`staff_id is null and lower(to_address) = any(${[...emails]}::text[])
      and (order_id is null or exists (select from orders where orders.id = mail.order_id and ${orderedBy(sql`array(select known.id from customer as known where known.goes_on = ${id})`)}))`,
      after,
    )}`,
}

/** Which flags, since when and until when: why one was noted colleagues tell each other. */
const flags = sql`(select coalesce(json_agg(noted - 'reason'), '[]') from jsonb_array_elements(flags) as noted)`

/** What is kept of the records of a customer themselves: of the one that goes on, and of those that were merged into it. */
export const recordsOf = (
  id: string,
) => sql`select id, name, phone, email, addresses, ${flags} as flags, consents, orders, delivered, value_minor, currency,
    first_order_at, last_order_at, verticals, created_at, merged_at, erasure_asked_at from customer where goes_on = ${id} order by (id = ${id}) desc, id`
