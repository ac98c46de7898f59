import { newId } from '@larder/contract'
import { sql } from 'kysely'
import { addCustomer, addOrder } from './factories.ts'
import type { OrderWorld } from './order-world.ts'
import type { Caller } from './test-app.ts'

/** A customer with one of everything. */
export async function fullCustomer({ app, store }: OrderWorld, given: Parameters<typeof addCustomer>[1] = {}) {
  const { db } = app.database
  const customer = await addCustomer(db, given)
  const place = { store_id: store.id, branch_id: store.branch_id, currency: store.currency }
  const order = await addOrder(db, store, {
    customer_id: customer.id,
    customer_phone: customer.phone,
    status: 'delivered',
    total_minor: 50_000,
    items_minor: 50_000,
  })
  await db
    .insertInto('cart')
    .values({ id: newId(), customer_id: customer.id, store_id: store.id, vertical: store.vertical, currency: store.currency })
    .execute()
  const due = { answer_due_at: '2026-11-21T08:00:00Z', solve_due_at: '2026-11-22T08:00:00Z' }
  await db
    .insertInto('ticket')
    .values({
      id: newId(),
      topic_code: 'late',
      priority: 'normal',
      queue: 'care',
      text: 'Late',
      customer_id: customer.id,
      created_by: 'Asha',
      search: 'late',
      ...due,
    })
    .execute()
  await db
    .insertInto('feedback')
    .values({ id: newId(), customer_id: customer.id, kind: 'praise', about: 'app', text: 'Good', search: 'good' })
    .execute()
  await db
    .insertInto('review')
    .values({ id: newId(), customer_id: customer.id, order_id: order.id, store_id: store.id, branch_id: store.branch_id, food_stars: 5 })
    .execute()
  await db
    .insertInto('wallet_credit')
    .values({
      id: newId(),
      customer_id: customer.id,
      amount_minor: 5_000,
      left_minor: 5_000,
      expires_at: '2027-11-21T08:00:00Z',
      by_name: 'Asha',
      ...place,
    })
    .execute()
  await db
    .insertInto('device')
    .values({ id: newId(), owner_kind: 'customer', owner_id: customer.id, platform: 'web', push_token: newId() })
    .execute()
  return { ...customer, orderId: order.id, order }
}

/** How many of each hang on a customer. */
export async function countsOf({ app }: OrderWorld, id: string) {
  const { rows } = await sql`select (select count(*)::int from orders where customer_id = ${id}) as orders,
    (select count(*)::int from cart where customer_id = ${id}) as carts, (select count(*)::int from ticket where customer_id = ${id}) as tickets,
    (select count(*)::int from feedback where customer_id = ${id}) as feedback, (select count(*)::int from review where customer_id = ${id}) as reviews,
    (select coalesce(sum(left_minor), 0)::int from wallet_credit where customer_id = ${id}) as credits,
    (select count(*)::int from device where owner_id = ${id}) as devices`.execute(app.database.db)
  return rows[0]
}
export const one = { orders: 1, carts: 1, tickets: 1, feedback: 1, reviews: 1, credits: 5_000, devices: 1 }
export const two = { orders: 2, carts: 2, tickets: 2, feedback: 2, reviews: 2, credits: 10_000, devices: 2 }
export const none = { orders: 0, carts: 0, tickets: 0, feedback: 0, reviews: 0, credits: 0, devices: 0 }

/** What somebody does with customers' records, each at the version that it has. */
export function recordsBy({ app }: OrderWorld, care: Caller) {
  const read = async (id: string, as = care) => (await app.call(`GET /customers/${id}`, { as })).body
  const post = (id: string, act: string, body: object, as = care) => app.call(`POST /customers/${id}/${act}`, { as, body })
  const merge = async (one: string, other: string, as = care) => {
    const [from, into] = [await read(one), await read(other)]
    return post(one, 'merge', { version: from.version, into: { id: other, version: into.version } }, as)
  }
  const unmerge = async (id: string) => post(id, 'unmerge', { version: (await read(id)).version, reason: 'They are two after all' })
  return { read, post, merge, unmerge }
}
