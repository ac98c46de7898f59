import {
  type Addressee,
  addMinutes,
  type Instant,
  msOf,
  type Order,
  type OrderEventType,
  type orderManyContract,
  type Parsed,
} from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound, Refusal, refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { writeMail } from '#modules/mail/mail.service.ts'
import { readOrderRules } from '../order.rules.ts'
import { lockOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import type { DetailedOrder } from '../read/record.ts'
import { eventInsert, staffEvent } from './write.ts'

interface NoteInput {
  params: { id: string }
  body: { text: string; isInternal: boolean }
}

/** Adds a note to the timeline. */
export function addNote(ctx: Context, { params, body: { text, isInternal } }: NoteInput): Promise<Order> {
  const facts = { note: text, isInternal }
  return tell(ctx, params.id, { ...facts, type: 'note', action: 'addNote', facts })
}

/**
 * Writes to the customer or the store of an order: an entry of its timeline, which their app is told of and reads, and a mail where an address
 * is known. 429 `too-many-messages` beyond `mostWithinHour`.
 */
export async function sendMessage(ctx: Context, { params, body: { to, text } }: Parsed<typeof orderManyContract.message>): Promise<Order> {
  const sender = await readSetting(ctx.services, 'installation.name')
  const told = { note: text, isInternal: to === 'store' }
  return tell(
    ctx,
    params.id,
    { ...told, type: messageTypes[to], action: 'message', facts: { to, note: text } },
    async (work, order, now) => {
      if (to === 'store' && order.pending_at === null) refuse('not-with-store', `${order.store_name} has not got this order yet.`)
      refuseBeyond(order, now)
      const address = await findAddress(work, order, to)
      if (!address) return
      const { number, store_name: store, customer_name: customer } = order
      const mail = { to: address, toName: to === 'store' ? store : customer, subject: `About order ${number} from ${store}` }
      await writeMail(ctx, work, { ...mail, body: `${text}\n\n${sender}\n` })
    },
  )
}

/** What a message is in the timeline. */
export const messageTypes = { customer: 'messageToCustomer', store: 'messageToStore' } as const satisfies Record<Addressee, OrderEventType>

/** How many messages of one order are sent within an hour. */
const mostWithinHour = 5

function refuseBeyond({ events, number, branch_time_zone }: DetailedOrder, now: Instant): void {
  const types: ReadonlySet<string> = new Set(Object.values(messageTypes))
  const sent = events.filter(({ type, at }) => types.has(type) && msOf(at) > msOf(addMinutes(now, -60)))
  const first = sent.at(-mostWithinHour)
  if (!first) return
  const again = addMinutes(first.at, 60)
  throw new Refusal('limited', {
    reason: 'too-many-messages',
    message: `${mostWithinHour} messages of ${number} were sent within an hour. One goes again at ${format().instant(again, 'time', branch_time_zone)}.`,
    retryAfterSeconds: Math.max(1, Math.ceil((msOf(again) - msOf(now)) / 1000)),
  })
}

async function findAddress(work: Work, order: DetailedOrder, to: Addressee): Promise<string | null> {
  const people = to === 'store' ? sql`store where id = ${order.store_id}` : sql`customer where id = ${order.customer_id}::uuid`
  const { rows } = await sql<{ email: string | null }>`select email from ${people}`.execute(work.db)
  return rows[0]?.email ?? null
}

interface Told {
  type: OrderEventType
  note: string
  isInternal: boolean
  /** The verb, and what the record keeps of it. */
  action: 'addNote' | 'message'
  facts: Record<string, unknown>
}

/** Something said beside what is done. The order keeps its version: nobody's open form becomes stale by what a colleague says. */
async function tell(
  ctx: Context,
  id: string,
  { action, facts, ...entry }: Told,
  also?: (work: Work, order: DetailedOrder, now: Instant) => Promise<void>,
): Promise<Order> {
  const judge = { actor: ctx.actor, rules: await readOrderRules(ctx.services), now: ctx.clock.instant() }
  return unitOfWork(ctx, async (work) => {
    const order = (await lockOrder(readOnly(work.db), ctx, id)) ?? notFound('order')
    await also?.(work, order, judge.now)
    const { actorId, ...told } = staffEvent(ctx, order, { ...entry, at: judge.now })
    const { rows } = await sql<{ sequence: number }>`${eventInsert(ctx, order.id, { ...told, actorId })} returning sequence`.execute(
      work.db,
    )
    const sequence = rows[0]?.sequence ?? 0
    if (order.claimed_by === actorId) await sql`update orders set claimed_at = ${judge.now} where id = ${order.id}`.execute(work.db)
    recordBeside(work, order, action, facts)
    return presentOrder({ ...order, events: [...order.events, { ...told, sequence }] }, judge)
  })
}

/** What is said of an order or put on paper, in its history: its version stays, for nothing of it has changed. */
export function recordBeside(
  work: Work,
  order: DetailedOrder,
  action: 'addNote' | 'message' | 'print' | 'mailReceipt' | 'again',
  facts: Record<string, unknown>,
): void {
  work.record({
    entity: 'order',
    id: order.id,
    version: order.version,
    action,
    old: null,
    new: facts,
    permission: 'order.view',
    branchId: order.branch_id,
    storeId: order.store_id,
  })
}
