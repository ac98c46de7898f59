import { type ChannelParty, type Reason, weightDifference } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { tookTooLong } from '../order.reference.ts'
import type { OrderAct } from './decide.ts'
import type { GivenReason } from './verdict.ts'

/** What a list's reasons are reasons for, inside a sentence. */
export const purposes: Record<Reason['kind'], string> = {
  reject: 'reject an order',
  cancel: 'cancel an order',
  fail: 'fail an order',
  refund: 'refund an order',
  restore: 'restore an order',
  edit: 'edit an order',
  'on-behalf': "act on the rider's behalf",
  pause: 'pause a store',
  ticket: 'open a ticket',
  feedback: 'tag feedback',
}

/** A reason that may be given now; that of packed weights is the product's own. 422 naming the field when the list of this kind has no such code. */
export async function findReason(ctx: Context, kind: Reason['kind'], code: string, field = 'reason'): Promise<GivenReason> {
  const found = await ctx.db
    .selectFrom('order_reason')
    .select(['code', 'label', 'party'])
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('active', '=', true)
    .executeTakeFirst()
  const isOwn = kind === 'refund' && code === weightDifference
  return found && !isOwn ? (found as GivenReason) : invalid({ [`body.${field}`]: `is not a reason to ${purposes[kind]}` })
}

/** A reason that the product itself gives, whether or not people are offered it. */
export async function findOwnReason(ctx: Context, kind: Reason['kind'], code: string): Promise<GivenReason> {
  const own = ctx.db.selectFrom('order_reason').select(['code', 'label', 'party']).where('kind', '=', kind).where('code', '=', code)
  return (await own.executeTakeFirstOrThrow()) as GivenReason
}

/**
 * A reason that a party's own app may give. A customer's names what the customer answers for, or that it takes too long once the promise has
 * passed: for any other reason somebody else would pay on the customer's word. 422 naming the field where it is none of those.
 */
export async function findReasonOfApp(
  ctx: Context,
  { as, kind, code }: { as: ChannelParty; kind: Reason['kind']; code: string },
  promisedAt: string | null,
): Promise<GivenReason> {
  const reason = await findReason(ctx, kind, code)
  const isLate = code === tookTooLong && promisedAt !== null && promisedAt < ctx.clock.instant()
  return isOfParty(as, reason) || isLate ? reason : invalid({ 'body.reason': `is not a customer's reason to ${purposes[kind]}` })
}

/** Whether a party's app may give a reason at any time. */
export function isOfParty(as: ChannelParty, { party }: Pick<Reason, 'party'>): boolean {
  return as !== 'customer' || party === 'customer'
}

/** Why somebody acts, where they said so. */
export function reasonOf(act: OrderAct): GivenReason | null {
  return ('reason' in act && act.reason) || null
}

/** Reason and note of an act in one line, for the record. */
export function whyWords(act: OrderAct): string | null {
  return [reasonOf(act)?.label, act.note].filter(Boolean).join(': ') || null
}

/** What the reason of an entry in the timeline is called, beside `order_event` in a query. A reason that is out of use keeps its name. */
export const entryReasonLabel = `(case when order_event.reason is not null then (select label from order_reason
  where kind = case when order_event.type in ('pickUp', 'deliver') then 'on-behalf' else order_event.type end and code = order_event.reason) end)`

/** What a refund's reason is called, beside `refund` in a query: one of its own list, or of the list by which its order ended. */
export const refundReasonLabel = `(select label from order_reason where code = refund.reason and kind in ('refund', 'reject', 'cancel', 'fail', 'edit')
  order by kind <> 'refund', kind limit 1)`
