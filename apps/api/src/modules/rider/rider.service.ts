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
  /** What customers of the orders that they carry are still to hand them. */
  cash_to_collect_minor: number
  cash_limit_minor: number
  currency: string
}

interface CarriedOrder {
  branch_id: string
  rider_id: string | null
  payment_method: Order['paymentMethod']
  payment_state: PaymentState
  total_minor: number
  credit_minor: number
  due_minor: number
}

const active = literals(activeStatuses)

/** `cashOf` of an order that is under way, as a column of `orders`. */
export const cashToCollect = sql<number>`case when payment_method = 'card' then 0 when payment_state = 'due' then total_minor - credit_minor else due_minor end`

/** What the customer of an order that is under way hands over in cash. */
function cashOf({ payment_method, payment_state, total_minor, credit_minor, due_minor }: CarriedOrder): number {
  if (payment_method === 'card') return 0
  return payment_state === 'due' ? total_minor - credit_minor : due_minor
}

/** A rider who is held, by id; null where there is none. */
export async function findCarrier(db: ReadDatabase, id: string): Promise<CarrierRecord | null> {
  const columns = ['id', 'branch_id', 'name', 'phone', 'vehicle', 'shift_state', 'status', 'lat', 'lng', 'positioned_at'] as const
  const money = ['cash_in_hand_minor', 'cash_limit_minor', 'currency'] as const
  const found = await db
    .selectFrom('rider')
    .select([...columns, ...money])
    .select(
      sql<number>`(select coalesce(sum(${cashToCollect}), 0)::bigint from orders where orders.rider_id = rider.id and orders.status in (${active}))`.as(
        'cash_to_collect_minor',
      ),
    )
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
  const { cash, toCollect } = cashWith(rider, order)
  if (cashOf(order) === 0 || cash <= rider.cash_limit_minor) return null
  const inWords = (minor: number) => format().money(moneySum(minor, rider.currency))
  const ofOthers = toCollect === 0 ? '' : `, ${inWords(toCollect)} of it still to be collected of other orders`
  return `Would carry ${inWords(cash)} in cash${ofOthers}, the limit is ${format().money(money(rider.cash_limit_minor, rider.currency))}.`
}

/** What a rider's cash comes to with an order: in hand, still to be collected of the others that they carry, and of this one. */
function cashWith(rider: CarrierRecord, order: CarriedOrder) {
  const own = cashOf(order)
  const toCollect = rider.cash_to_collect_minor - (order.rider_id === rider.id ? own : 0)
  return { cash: rider.cash_in_hand_minor + toCollect + own, toCollect }
}

/** The part of their limit that a rider's cash comes to with an order; null where it brings none, or they have no limit. */
export function cashShareOf(rider: CarrierRecord, order: CarriedOrder): number | null {
  return cashOf(order) === 0 || rider.cash_limit_minor === 0 ? null : cashWith(rider, order).cash / rider.cash_limit_minor
}

/** A rider as an order's detail shows them. */
export function presentCarrier(rider: CarrierRecord): NonNullable<Order['riderDetail']> {
  const { id, name, phone, vehicle, lat, lng } = rider
  const point: Point | null = lat === null || lng === null ? null : { lat, lng }
  return { id, name, phone, vehicle, point, positionedAt: rider.positioned_at }
}

/** Holds riders, in the order of their ids: a statement after it sees what whoever held them before has committed. */
export async function holdRiders(work: Work, riderIds: readonly string[]): Promise<void> {
  await sql`select 1 from rider where id = any(${[...riderIds]}::uuid[]) order by id for update`.execute(work.db)
}

/** After orders changed hands: riders on shift become busy or available by the orders that they now carry, counted once they are held. */
export async function settleRiders(work: Work, riderIds: readonly string[]): Promise<void> {
  if (riderIds.length === 0) return
  await holdRiders(work, riderIds)
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
