import { addSeconds, gatewayLabels, type Instant, keysOf, money, msOf, newId } from '@larder/contract'
import { sql } from 'kysely'
import { backOffMs } from '#db/back-off.ts'
import { systemActor } from '#kit/access/system-actor.ts'
import type { Context, Work } from '#kit/context.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { actByGateway, findGatewayOrder, type GatewayOrder } from '#modules/order/act/gateway.service.ts'
import type { Answer, GatewayPayment, PaymentGateway } from './gateway.ts'
import {
  actAfter,
  type Deed,
  isAtGateway,
  isSameDeed,
  keyOfRefund,
  nextDeed,
  nextLook,
  type PaymentRow,
  rowAfter,
  troubleAfter,
} from './payment.decide.ts'

type Row = PaymentRow & {
  trouble: string | null
  currency: string
  capture: 'at-once' | 'handed-over'
  vain: number
  stuck_at: Instant | null
  nudges: number
  version: number
}
interface Seen {
  payment: Row
  order: GatewayOrder
}

const mostAtOnce = 20
const mostDeeds = 8
/** In vain so often, which takes about a day, a person has to look at it. */
const mostVain = 14
const between = { firstMs: 2000, limitMs: 3 * 3_600_000 }

/** Brings payments and their orders to where order and gateway want them, side by side. */
export async function settlePayments(ctx: Context, gateway: PaymentGateway): Promise<void> {
  const due = await ctx.services.db
    .selectFrom('payment')
    .select('id')
    .where('due_at', '<=', ctx.clock.instant())
    .where('gateway', '=', gateway.name)
    .orderBy('due_at')
    .limit(mostAtOnce)
    .execute()
  const settled = await Promise.allSettled(due.map(({ id }) => settlePayment(ctx, gateway, id)))
  for (const each of settled) if (each.status === 'rejected') throw each.reason
}

/**
 * One payment: what the gateway knows of it is looked up first, so that what was asked before a kill is not asked again; then what it lacks is
 * asked for, one thing after the other. What happens meanwhile leaves it due.
 */
export async function settlePayment(ctx: Context, gateway: PaymentGateway, id: string): Promise<void> {
  const said = { ...ctx, actor: { ...systemActor, name: gatewayLabels[gateway.name] } }
  let known: GatewayPayment | null = null
  let asked: Deed | null = null
  for (let deeds = 0; deeds < mostDeeds; deeds++) {
    const seen = await readPayment(said, id)
    if (!seen) return
    const isSeen = known !== null || seen.payment.reference === null
    const deed: Deed | null = isSeen ? nextDeed(seen.payment, seen.order) : { kind: 'look' }
    const isAsked = deed?.kind === 'refund' && known !== null && isAtGateway(seen.order, deed.refundId, known)
    if (deed === null || isAsked) return rest(said, seen)
    if (asked && isSameDeed(asked, deed)) return noteVain(said, seen, 'It says that it did what it was asked, and has not done it.')
    known = await consult(said, gateway, seen, deed)
    if (known === null) return
    asked = deed
  }
}

async function readPayment(ctx: Context, id: string): Promise<Seen | null> {
  const payment = await ctx.services.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
  const order = payment && (await findGatewayOrder(ctx, payment.order_id))
  return order ? { payment: payment as Row, order } : null
}

/** Asks the gateway and keeps what it says; null when it did not say how the payment stands. */
async function consult(ctx: Context, gateway: PaymentGateway, { payment, order }: Seen, deed: Deed): Promise<GatewayPayment | null> {
  const refundId = deed.kind === 'refund' || deed.kind === 'void' ? deed.refundId : null
  if (refundId !== null && isApproved(order, refundId)) {
    if (!(await actByGateway(ctx, order.id, { action: 'sendRefund', refundId }))) return null
    return consult(ctx, gateway, { payment, order: (await findGatewayOrder(ctx, order.id)) ?? order }, deed)
  }
  const attempt = await begin(ctx, payment, deed)
  const answer = await ask(gateway, { payment, order }, deed)
  if ('payment' in answer) return keep(ctx, { payment, order }, answer.payment, attempt)
  const [outcome, words] = 'refused' in answer ? (['refused', answer.refused] as const) : (['away', answer.away] as const)
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    await endAttempt(work, attempt, outcome, words)
  })
  if (outcome === 'refused' && deed.kind === 'refund')
    await actByGateway(ctx, order.id, { action: 'failRefund', refundId: deed.refundId, failure: words })
  else await noteVain(ctx, { payment, order }, words)
  return null
}

function isApproved({ refunds }: GatewayOrder, refundId: string): boolean {
  return refunds.some(({ id, state }) => id === refundId && state === 'approved')
}

function ask(gateway: PaymentGateway, { payment, order }: Seen, deed: Deed): Promise<Answer> {
  const { id: key, reference, amount_minor: amountMinor, currency, capture } = payment
  if (deed.kind === 'create' || reference === null) return gateway.begin({ key, orderId: order.id, amountMinor, currency, capture })
  switch (deed.kind) {
    case 'look':
      return gateway.look(reference)
    case 'void':
      return gateway.void(reference, `${key}-void`)
    case 'capture':
      return gateway.capture(reference, money(deed.amountMinor, currency), `${key}-capture`)
    case 'refund':
      return gateway.refund(reference, money(deed.amountMinor, currency), keyOfRefund(refundOf(order, deed.refundId)))
  }
}

function refundOf({ refunds, number }: GatewayOrder, refundId: string) {
  const refund = refunds.find(({ id }) => id === refundId)
  if (!refund) throw new Error(`order ${number} has no refund ${refundId}`)
  return refund
}

/** The attempt is written before it is made: whatever is killed, it is known that the gateway may have been asked. */
async function begin(ctx: Context, payment: Row, deed: Deed): Promise<number> {
  return unitOfWork(ctx, async (work) => {
    work.nothing()
    const refund_id = deed.kind === 'refund' ? deed.refundId : null
    const row = { payment_id: payment.id, kind: deed.kind, refund_id, at: ctx.clock.instant() }
    return (await work.db.insertInto('payment_attempt').values(row).returning('id').executeTakeFirstOrThrow()).id
  })
}

/** What the gateway says, in the order first, and then in the payment. */
async function keep(ctx: Context, { payment, order: before }: Seen, said: GatewayPayment, attempt: number): Promise<GatewayPayment> {
  let order = before
  for (let acts = 0; acts < mostDeeds; acts++) {
    order = (await findGatewayOrder(ctx, order.id)) ?? order
    const act = actAfter(order, said)
    if (!act || !(await actByGateway(ctx, order.id, act))) break
  }
  const lasting = troubleAfter(order, said)
  await unitOfWork(ctx, async (work) => {
    const row = await lockPayment(work, payment.id)
    const facts = rowAfter(row, said)
    const now = ctx.clock.instant()
    const isHelped = lasting !== null || keysOf(facts).some((column) => column !== 'checkout' && facts[column] !== row[column])
    // A look that finds all as it was helps nothing: what was asked in vain stays so.
    const isInVain = row.vain > 0 && !isHelped
    const [trouble, stuck_at] = isInVain ? [row.trouble, row.stuck_at] : [lasting, lasting && (row.stuck_at ?? now)]
    if (lasting && !row.stuck_at) tellStuck(work, row, order, { text: `${lasting} Nobody has paid for it.`, at: now })
    const after = { ...facts, trouble }
    const changed = keysOf(after).filter((column) => after[column] !== row[column])
    await endAttempt(work, attempt, 'done', null)
    await work.db
      .updateTable('payment')
      .set({ ...after, ...(!isInVain && { vain: 0 }), stuck_at, ...(changed.length > 0 && { version: row.version + 1, updated_at: now }) })
      .where('id', '=', row.id)
      .execute()
    // What the customer pays with opens their payment: it is in no record.
    const told = changed.filter((column) => column !== 'checkout')
    if (told.length === 0) return work.nothing()
    const side = (of: Pick<Row, keyof typeof after>) => Object.fromEntries(told.map((column) => [column, of[column]]))
    work.record({ ...placeOf(row, order), version: row.version + 1, action: 'change', old: side(row), new: side(after) })
  })
  return said
}

/** No answer, a no, or a yes of which nothing came: it is asked again later, ever later, and after too many times told to people. */
async function noteVain(ctx: Context, { payment, order }: Seen, words: string): Promise<void> {
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    const row = await lockPayment(work, payment.id)
    const vain = row.vain + 1
    const now = ctx.clock.instant()
    const isStuck = vain >= mostVain
    const again = isStuck ? null : addSeconds(now, backOffMs(vain - 1, between) / 1000)
    await work.db
      .updateTable('payment')
      .set({ vain, trouble: words, due_at: again, stuck_at: isStuck ? now : null })
      .where('id', '=', row.id)
      .execute()
    const text = `The gateway was asked ${mostVain} times in vain: ${words} Look at it there, then ask again.`
    if (isStuck) tellStuck(work, row, order, { text, at: now })
  })
}

function tellStuck(work: Work, row: Row, order: GatewayOrder, told: { text: string; at: Instant }): void {
  const { entity, permission, branchId, storeId } = placeOf(row, order)
  const payload = {
    id: newId<'message'>(msOf(told.at)),
    tone: 'error' as const,
    title: `The payment of ${order.number} is stuck`,
    ...told,
    entity,
    entityId: row.id,
  }
  work.notify({ kind: 'message', entity, entityId: row.id, version: row.version, permission, branchId, storeId, payload })
}

async function lockPayment({ db }: Work, id: string): Promise<Row> {
  return (await db.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as Row
}

async function endAttempt({ db }: Work, id: number, outcome: string, words: string | null): Promise<void> {
  await db.updateTable('payment_attempt').set({ outcome, words }).where('id', '=', id).execute()
}

function placeOf({ id }: Pick<Row, 'id'>, { branch_id, store_id }: GatewayOrder) {
  return { entity: 'payment', id, permission: 'order.view', branchId: branch_id, storeId: store_id } as const
}

/** Nothing is to be asked now, and so nothing is in vain. What happened since it was read leaves it due. */
async function rest(ctx: Context, { payment, order }: Seen): Promise<void> {
  const next = nextLook(payment, order, ctx.clock.instant())
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    await sql`update payment set due_at = case when nudges = ${payment.nudges} then ${next}::timestamptz else ${ctx.clock.instant()}::timestamptz end,
        vain = 0, trouble = case when vain = 0 then trouble end, stuck_at = case when vain = 0 then stuck_at end
      where id = ${payment.id}`.execute(work.db)
  })
}
