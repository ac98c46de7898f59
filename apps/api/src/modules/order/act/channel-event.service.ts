import {
  type ChannelOrder,
  type ChannelOrderEvent,
  type ChannelParty,
  type channelContract,
  keysOf,
  type Output,
  type Parsed,
  type PaymentState,
  type Reason,
} from '@larder/contract'
import { speakAs, speaksFor } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import { editActOf } from '../edit/edit.service.ts'
import { markOutOfStock } from '../edit/stock.service.ts'
import { tookTooLong } from '../order.reference.ts'
import {
  findChannelOrder,
  isTakenReference,
  presentForChannel,
  type ToldOrder,
  type ToldRefund,
  takenReference,
} from '../read/channel.service.ts'
import { listReasons } from '../read/read.service.ts'
import { actOnOrder } from './act.ts'
import type { OrderAct } from './decide.ts'
import { isTaken } from './payment.ts'
import { findReasonOfApp, isOfParty } from './reason.ts'
import type { GivenReason } from './verdict.ts'

const actsOfParties = {
  reject: ['store'],
  cancel: ['customer'],
  fail: ['rider'],
  edit: ['store', 'customer'],
} as const satisfies Partial<Record<Reason['kind'], readonly ChannelParty[]>>

/** The reasons that an event of one of the key's parties may carry, act by act. */
export async function listEndings(ctx: Context): Promise<Output<typeof channelContract.reasons>> {
  const acts = keysOf(actsOfParties)
  const isTheirs = (act: keyof typeof actsOfParties, reason: Reason) =>
    actsOfParties[act].some((party) => speaksFor(ctx, [party]) && (isOfParty(party, reason) || reason.code === tookTooLong))
  const reasons = await listReasons(ctx)
  return acts.flatMap((act) =>
    reasons.filter((reason) => reason.kind === act && isTheirs(act, reason)).map(({ kind: _, ...reason }) => ({ act, ...reason })),
  )
}

/** What a store's, rider's or customer's app says of an order. It carries no version: the state itself decides. */
export async function takeOrderEvent(ctx: Context, { params, body }: Parsed<typeof channelContract.orderEvent>): Promise<ChannelOrder> {
  speakAs(ctx, body.as)
  if (body.type === 'outOfStock') return markOutOfStock(ctx, params.id, body, { version: null, mover: body.as, present: presentForChannel })
  const said = async () => {
    const act = { ...(await actOf(ctx, params.id, body)), note: 'note' in body ? body.note : undefined } as OrderAct
    return actOnOrder(ctx, { id: params.id, version: null, mover: body.as, act, present: presentForChannel })
  }
  if (body.type === 'payment') return takePayment(ctx, params.id, body, said)
  return body.type === 'refund' ? takeRefund(ctx, params.id, body, said) : said()
}

/** A payment that is reported again is no second one: the order is told as it is. */
async function takePayment(
  ctx: Context,
  id: string,
  { state, reference }: Extract<ChannelOrderEvent, { type: 'payment' }>,
  said: () => Promise<ChannelOrder>,
): Promise<ChannelOrder> {
  try {
    return await said()
  } catch (error) {
    if (isTakenReference(error)) invalid({ 'body.reference': takenReference })
    const order = await findChannelOrder(ctx.services.db, ctx, id)
    const isKnown = order?.payment_reference === reference && (order.payment_state === state || isTaken.has(order.payment_state))
    if (!order || !isKnown) throw error
    return presentForChannel(order, ctx)
  }
}

/** A refund that stands as it is said to is told as it is; that it is sent, which lets the money go, only to whose try that was. */
async function takeRefund(
  ctx: Context,
  id: string,
  { refundId, state, reference }: Extract<ChannelOrderEvent, { type: 'refund' }>,
  said: () => Promise<ChannelOrder>,
): Promise<ChannelOrder> {
  try {
    return await said()
  } catch (error) {
    const order = await findChannelOrder(ctx.services.db, ctx, id)
    const refund = order?.refunds.find((each) => each.id === refundId)
    const isTakenBack = state === 'done' && refund?.state === 'declined' && isHeard(refund, order)
    const isSame = refund?.state === state && (!reference || !refund.reference || refund.reference === reference)
    const isKnown = state === 'sent' ? refund && isOfThatTry(refund, reference) : isSame || isTakenBack
    if (!order || !isKnown) throw error
    return presentForChannel(order, ctx)
  }
}

/** Whether that a refund was done, although it had been taken back, has been taken in: as a difference, or because what was held was let go once. */
function isHeard({ method, is_told }: ToldRefund, order: Pick<ToldOrder, 'payment_state'> | undefined): boolean {
  return is_told === true || (method === 'void' && order !== undefined && letGo.has(order.payment_state))
}

const letGo: ReadonlySet<PaymentState> = new Set(['voided', 'due', 'collected', 'deposited'])

/** Whether a report that a refund was sent is of the try that it is at or that came of it since, by the reference that this had. */
function isOfThatTry(refund: ToldRefund, reference: string | undefined): boolean {
  return reference !== undefined && refund.reference === reference
}

const reported = { sent: 'sendRefund', done: 'completeRefund', failed: 'failRefund' } as const

async function actOf(ctx: Context, id: string, event: Exclude<ChannelOrderEvent, { type: 'outOfStock' }>): Promise<OrderAct> {
  switch (event.type) {
    case 'accept':
      return { action: event.type, prepMinutes: event.prepMinutes }
    case 'payment':
      return { action: event.type, state: event.state, reference: event.reference }
    case 'delay':
      return { action: event.type, minutes: event.minutes }
    case 'markReady':
      return { action: event.type, packed: event.packed?.map(({ line, grams }) => ({ line, packedGrams: grams })) }
    case 'refund': {
      const { refundId, state, reference, failure } = event
      const order = await findChannelOrder(ctx.services.db, ctx, id)
      const refund = order?.refunds.find((each) => each.id === refundId)
      if (refund && refund.method !== 'source' && refund.method !== 'void')
        return refuse('refund-by-hand', 'Staff give this refund by hand, and say how far it is.')
      const isAgain = state === 'sent' && refund?.state === 'failed' && !isOfThatTry(refund, reference)
      return { action: isAgain ? 'retryRefund' : reported[state], refundId, reference, failure }
    }
    case 'edit': {
      const { type: _, as: __, expectedTotal, reason: ___, note: ____, ...edit } = event
      return editActOf(ctx, id, { edit, expectedTotal, reason: await reasonOfEvent(ctx, id, event) })
    }
    case 'assignRider':
      return { action: event.type, rider: { id: event.riderId } }
    case 'deliver':
    case 'collect':
      return { action: event.type, collected: event.collected }
    case 'reject':
    case 'fail':
    case 'cancel':
      return { action: event.type, reason: await reasonOfEvent(ctx, id, event) }
    default:
      return { action: event.type }
  }
}

async function reasonOfEvent(
  ctx: Context,
  id: string,
  { type, as, reason }: Extract<ChannelOrderEvent, { reason: string }>,
): Promise<GivenReason> {
  const order = await findChannelOrder(ctx.services.db, ctx, id)
  return findReasonOfApp(ctx, { as, kind: type, code: reason }, order?.promised_at ?? null)
}
