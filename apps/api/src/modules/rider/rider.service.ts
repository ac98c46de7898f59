import { activeStatuses, money, moneySum, newId, type Order, type PaymentState, type Point } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { literals } from '#db/literals.ts'
import type { Context, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'

/** What decides whether a rider can take an order. */
export interface CarrierRecord {
  id: string
  branch_id: string
  name: string
  phone: string
  vehicle: string
  shift_state: string
  status: string
  lat: number | null
  lng: number | null
  positioned_at: string | null
  cash_in_hand_minor: number
  cash_limit_minor: number
  currency: string
}

interface CarriedOrder {
  branch_id: string
  payment_state: PaymentState
  total_minor: number
  credit_minor: number
  due_minor: number
}

const active = literals(activeStatuses)

/** A rider by id, or null. */
export async function findCarrier(db: ReadDatabase, id: string): Promise<CarrierRecord | null> {
  const columns = ['id', 'branch_id', 'name', 'phone', 'vehicle', 'shift_state', 'status', 'lat', 'lng', 'positioned_at'] as const
  const money = ['cash_in_hand_minor', 'cash_limit_minor', 'currency'] as const
  const found = await db
    .selectFrom('rider')
    .select([...columns, ...money])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

const whyNotAtWork: Readonly<Record<string, string>> = {
  applied: 'Is not approved yet.',
  review: 'Is not approved yet.',
  blocked: 'Is blocked.',
  left: 'Has left.',
}

/** Why this rider can't take the order now, in words for the person who assigns; null when they can. */
export function whyNotCarry(rider: CarrierRecord, order: CarriedOrder): string | null {
  if (rider.branch_id !== order.branch_id) return 'Works for another branch.'
  if (rider.status !== 'active') return whyNotAtWork[rider.status] ?? 'Does not work here.'
  if (rider.shift_state === 'off') return 'Is off shift.'
  if (rider.shift_state === 'break') return 'Is on a break.'
  const due = order.payment_state === 'due' ? order.total_minor - order.credit_minor : order.due_minor
  const cash = rider.cash_in_hand_minor + due
  if (due === 0 || cash <= rider.cash_limit_minor) return null
  return `Would carry ${format().money(moneySum(cash, rider.currency))} in cash, the limit is ${format().money(money(rider.cash_limit_minor, rider.currency))}.`
}

/** A rider as an order's detail shows them. */
export function presentCarrier(rider: CarrierRecord): NonNullable<Order['riderDetail']> {
  const { id, name, phone, vehicle, lat, lng } = rider
  const point: Point | null = lat === null || lng === null ? null : { lat, lng }
  return { id, name, phone, vehicle, point, positionedAt: rider.positioned_at }
}

/**
 * After orders changed hands: riders on shift become busy or available by the orders that they now carry. Riders are locked in the
 * order of their ids and counted by a second statement, which sees what the others that held the lock have committed.
 */
export async function settleRiders(work: Work, riderIds: readonly string[]): Promise<void> {
  if (riderIds.length === 0) return
  await sql`select 1 from rider where id = any(${[...riderIds]}::uuid[]) order by id for update`.execute(work.db)
  await sql`
    update rider set shift_state = load.state, updated_at = now()
    from (select id, case when exists (select 1 from orders where orders.rider_id = rider.id and orders.status in (${active}))
        then 'busy' else 'available' end as state
      from rider where id = any(${[...riderIds]}::uuid[])) as load
    where rider.id = load.id and rider.shift_state in ('available', 'busy') and rider.shift_state <> load.state`.execute(work.db)
}

/** Keeps what is written to a rider until their app has shown it. */
export async function keepMessage({ clock, actor }: Context, { db }: Work, rider: { id: string; branch_id: string }, text: string) {
  const at = clock.instant()
  const message = { id: newId(clock.ms()), rider_id: rider.id, branch_id: rider.branch_id, text, sent_by: actor.name, created_at: at }
  await db.insertInto('rider_message').values(message).execute()
  return { old: {}, new: { message: text } }
}

/** Cash that a rider took from a customer. */
export async function carryCash(work: Work, riderId: string, amountMinor: number): Promise<void> {
  await sql`update rider set cash_in_hand_minor = cash_in_hand_minor + ${amountMinor}, updated_at = now() where id = ${riderId}`.execute(
    work.db,
  )
}
