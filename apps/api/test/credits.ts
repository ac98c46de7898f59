import { sql } from 'kysely'
import { expect } from 'vitest'
import { findMisbooked } from '../src/modules/ledger/recompute.service.ts'
import { findBrokenOrders } from '../src/modules/order/read/invariants.ts'
import { deliver, type OrderWorld, paidOnline, place } from './order-world.ts'

let numbers = 0

/** A customer who was delivered an order by the world's channel, and was granted a credit of each of these amounts on a ticket, the last one expiring first. */
export async function withCredits(world: OrderWorld, amounts: readonly number[]) {
  const phone = `+9198471${String(numbers++).padStart(5, '0')}`
  const customer = { name: 'Anjali Menon', phone }
  const first = await place(world, { customer, payment: paidOnline() })
  await deliver(world, first.id)
  const { customer: known } = (await world.app.call(`GET /orders/${first.id}`, { as: world.admin })).body
  for (const [given, minor] of amounts.entries()) await grant(world, first.id, minor, given)
  await sql`update wallet_credit set expires_at = now + (10 - place) * interval '1 day' from (select id, ${world.clock.instant()}::timestamptz as now,
      row_number() over (order by id) as place from wallet_credit where customer_id = ${known.id}) as sorted where sorted.id = wallet_credit.id`.execute(
    world.db,
  )
  return { customer, id: known.id as string, orderId: first.id }
}

async function grant(world: OrderWorld, orderId: string, minor: number, given: number): Promise<void> {
  const { db, app, admin } = world
  const kept = await db.selectFrom('ticket').select('id').where('order_id', '=', orderId).executeTakeFirst()
  const told = { topicCode: 'late-order', priority: 'high', queue: 'care', text: 'An hour late.', orderId }
  const ticketId = kept?.id ?? (await app.call('POST /tickets', { as: admin, body: told })).body.id
  const body = { ticketId, kind: 'credit', amount: { minor, currency: 'INR' }, reasonCode: 'late-delivery', given }
  const answer = await app.call('POST /remedies', { as: admin, body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
}

/** What each credit of a customer has left, oldest first. */
export async function leftOf(world: OrderWorld, customerId: string): Promise<number[]> {
  const rows = await world.db.selectFrom('wallet_credit').select('left_minor').where('customer_id', '=', customerId).orderBy('id').execute()
  return rows.map(({ left_minor }) => left_minor)
}

/** That every order, every wallet and the ledger say the same of credits, to the minor unit. */
export async function expectBooked(world: OrderWorld): Promise<void> {
  const { app, db } = world
  expect(await findBrokenOrders(app.database.pool)).toEqual([])
  expect(await findMisbooked(db)).toEqual([])
  const { rows } = await sql`
    select (select coalesce(sum(left_minor), 0) from wallet_credit) + (select coalesce(sum(amount), 0) from ledger_entry, unnest(accounts, amounts) as posting (account, amount)
        where account = 'wallet-credits') as beside_ledger,
      (select count(*) from wallet_credit where left_minor <> (select sum(minor) from wallet_entry where credit_id = wallet_credit.id))::int as beside_entries,
      (select coalesce(sum(amount), 0) from ledger_entry, unnest(amounts) as posting (amount)) as trial`.execute(db)
  expect(rows[0]).toEqual({ beside_ledger: '0', beside_entries: 0, trial: '0' })
}
