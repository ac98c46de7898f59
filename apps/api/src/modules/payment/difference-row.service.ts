import { type DifferenceKind, differenceLabels, type Gateway, gatewayLabels, money, newId } from '@larder/contract'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import type { Difference } from './difference.decide.ts'

/** What a channel says of its money that its order cannot take in any more. Amounts in minor units. */
export interface ToldDifference {
  kind: Extract<DifferenceKind, 'let-go' | 'taken-back'>
  refundId: string
  /** Its name of what it did; null where it gave none. */
  reference: string | null
  oursMinor: number
  theirsMinor: number
}

interface OfOrder {
  id: string
  number: string
  currency: string
  payment_reference: string | null
}

/** In the unit of what a channel says: once of a refund, and told to whoever may see the order. 409 where it is told already. */
export async function keepTold(ctx: Context, work: Work, order: OfOrder, told: ToldDifference): Promise<void> {
  const { refundId, reference, ...rest } = told
  const of = {
    reference: reference ?? order.payment_reference ?? order.number,
    paymentId: null,
    orderId: order.id,
    currency: order.currency,
  }
  work.tie()
  await addDifference(ctx, work, { ...of, ...rest, who: { channel: ctx.actor.name, refundId } })
}

/** Who has the money, and says so. */
type Who = { gateway: Gateway } | { channel: string; refundId: string }

/** A new difference, with its entry in the record; it reaches the bell. */
export async function addDifference(ctx: Context, work: Work, { who, ...difference }: Difference & { who: Who }): Promise<void> {
  const { kind, reference, paymentId, orderId, oursMinor, theirsMinor, currency } = difference
  const id = newId<'payment-difference'>(ctx.clock.ms())
  const by = 'gateway' in who ? { gateway: who.gateway } : { channel: who.channel, refund_id: who.refundId }
  const told = { ...by, kind, reference, ours_minor: oursMinor, theirs_minor: theirsMinor, currency }
  const at = ctx.clock.instant()
  const row = { id, ...told, payment_id: paymentId, order_id: orderId, created_at: at, updated_at: at }
  const added = work.db
    .insertInto('payment_difference')
    .values(row)
    .onConflict((of) => of.column('refund_id').where('refund_id', 'is not', null).doNothing())
  if ((await added.executeTakeFirst()).numInsertedOrUpdatedRows !== 1n)
    refuse('wrong-refund-state', 'That was told already, and waits for somebody to settle it.')
  const place = await placeOfOrder(work, orderId)
  work.record({ ...place, id, version: 1, action: 'create', old: null, new: told })
  const words = (minor: number) => format().money(money(minor, currency))
  const name = 'gateway' in who ? gatewayLabels[who.gateway] : who.channel
  const payload = {
    id: newId<'message'>(ctx.clock.ms()),
    tone: 'error' as const,
    title: differenceLabels[kind],
    text: `${name}, payment ${reference}: ${words(oursMinor)} here, ${words(theirsMinor)} there.`,
    ...(paymentId === null ? { entity: orderId === null ? null : 'order', entityId: orderId } : { entity: 'payment', entityId: paymentId }),
    at,
  }
  work.notify({ kind: 'message', ...place, entityId: id, version: 1, payload })
}

/** Who may hear of it: whoever may see its order; of a payment that has none, who reaches everything. */
export async function placeOfOrder({ db }: Work, orderId: string | null) {
  const facts = { entity: 'payment-difference', permission: 'order.view' } as const
  const order = orderId && (await db.selectFrom('orders').select(['branch_id', 'store_id']).where('id', '=', orderId).executeTakeFirst())
  return order ? { ...facts, branchId: order.branch_id, storeId: order.store_id } : { ...facts, branchId: wholeInstallation, storeId: null }
}
