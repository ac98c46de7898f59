import type { BasketToQuote, ChannelOrder, Money, OrderProblem, Quote } from '@larder/contract'
import type * as z from 'zod/mini'
import { readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, Refusal } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { hashOf } from '#kit/http/idempotency.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { begunPayment, newPayment, whyNotTaken } from '#modules/payment/payment-row.service.ts'
import { taxDay } from '#modules/tax-profile/tax-profile.service.ts'
import { payableOf } from '../act/refundable.ts'
import { findPlaced, isTakenReference, presentForChannel, takenReference } from '../read/channel.service.ts'
import type { OrderRecord } from '../read/record.ts'
import { announceOrder } from '../timers/notice.ts'
import { creditProblems, holding, otherToPay, spendOn, walletOfBuyer, withCredit } from './credit.ts'
import type { OrderInput } from './details.ts'
import { detailProblems } from './details.ts'
import { draftLines, draftOrder } from './draft.ts'
import { insertOrder } from './insert.ts'
import { type Priced, type Pricing, paidWith, presentQuote, priceBasket } from './quote.ts'
import type { SellingStore, Wanted } from './selling.ts'
import { findSellingStore } from './selling.ts'
import { isOutOfStock, needsOf } from './stock.ts'
import { readTaxRules } from './tax.ts'

/** Prices a basket; what stands in the way of ordering it is listed, not refused. */
export async function quoteBasket(
  ctx: Context,
  { customerPhone, paymentMethod, useCredits, ...basket }: z.output<typeof BasketToQuote>,
): Promise<Quote> {
  const phone = customerPhone && (await completePhone(ctx.services, customerPhone, 'body.customerPhone'))
  const store = await sellingStore(ctx, basket, phone)
  const wallet = useCredits ? await walletOfBuyer(ctx, phone, store.currency) : null
  const priced = await withCredit(ctx, priceBasket(store, basket, await pricingOf(ctx)), wallet)
  return presentQuote(store, {
    ...priced,
    problems: [...priced.problems, ...detailProblems(basket, store), ...buyerProblems(store, paymentMethod)],
  })
}

/**
 * Stores an order of a channel in one transaction: customer, order, lines, timeline, record, events. The same external id again gives
 * the order that is there; with other content it is refused (422). Resolves after COMMIT.
 */
export async function placeOrder(ctx: Context, sent: OrderInput): Promise<ChannelOrder> {
  const content = hashOf(sent).toString('hex')
  const phone = await completePhone(ctx.services, sent.customer.phone, 'body.customer.phone')
  const input = { ...sent, customer: { ...sent.customer, phone } }
  const store = await sellingStore(ctx, input, phone)
  const pricing = await pricingOf(ctx)
  const wallet = input.useCredits ? await walletOfBuyer(ctx, phone, store.currency) : null
  const priced = await withCredit(ctx, priceBasket(store, input, pricing), wallet)
  const purse = { wallet, heldAt: pricing.now }
  const objection = objectionTo(ctx, input, store, priced)
  if (objection) {
    const placed = await findPlaced(ctx.services.db, ctx, input.externalId, content)
    if (placed) return placed
    throw objection
  }
  const begun = input.payment.through ? await newPayment(ctx) : null
  const by = { kind: 'customer', id: null, name: input.customer.name, source: ctx.actor.name, facts: { content } } as const
  return storeOrder(ctx, async (work) => {
    const branch = { code: store.branch_code, timeZone: store.branch_time_zone }
    const held = await holding(work, priced, purse)
    const late = held.creditMinor === priced.creditMinor ? null : objectionTo(ctx, input, store, held)
    if (late) return findOrThrow(work, late)
    const draft = draftOrder(input, store, held, { ...pricing, channelId: ctx.actor.id })
    const payment = isLeftToPay(draft) ? begun : null
    const order = await insertOrder(ctx, work, {
      draft,
      lines: draftLines(priced.lines),
      needs: needsOf(priced.lines),
      branch,
      by,
      payment,
    })
    if (order) {
      await spendOn(ctx, work, order, purse)
      recordPlaced(work, order, store)
      return presentForChannel({ ...order, refunds: [], payments: payment ? [begunPayment(payment)] : [] }, ctx)
    }
    return findOrThrow(work, new Error(`external id ${input.externalId} is taken by no order`))
  })

  async function findOrThrow(work: Work, otherwise: Error): Promise<ChannelOrder> {
    const placed = await findPlaced(readOnly(work.db), ctx, input.externalId, content)
    if (!placed) throw otherwise
    work.nothing()
    return placed
  }
}

/** Whether anything of a new order is to be paid in money. */
export function isLeftToPay(draft: Pick<OrderRecord, 'total_minor' | 'credit_minor'>): boolean {
  return payableOf(draft) > 0
}

async function storeOrder(ctx: Context, write: (work: Work) => Promise<ChannelOrder>): Promise<ChannelOrder> {
  try {
    return await unitOfWork(ctx, write)
  } catch (error) {
    if (isTakenReference(error)) invalid({ 'body.payment.reference': takenReference })
    if (isOutOfStock(error))
      invalid({ 'body.lines': 'was sold out a moment ago: ask for its price again' }, { reason: 'cannot-be-ordered' })
    throw error
  }
}

/** When, on which day and by which rules of tax a basket is priced now. */
export async function pricingOf({ clock, services }: Context): Promise<Pricing> {
  const now = clock.instant()
  const day = await taxDay(services, now)
  return { now, day, tax: await readTaxRules(services, day) }
}

async function sellingStore(ctx: Context, { storeId, lines, slot }: Wanted, phone?: string): Promise<SellingStore> {
  const itemIds = lines.map(({ itemId }) => itemId)
  return (
    (await findSellingStore(ctx, storeId, itemIds, { ...(slot && { slot }), phone })) ??
    invalid({ 'body.storeId': 'is not a store of this marketplace' })
  )
}

/** Why the order can't be taken: what the basket lacks (422), or another price than the customer saw (409 with the new quote). */
function objectionTo(ctx: Context, input: OrderInput, store: SellingStore, priced: Priced): Refusal | null {
  const problems = problemsWith(ctx, input, store, priced)
  if (problems.length > 0) {
    const fields = Object.fromEntries(problems.map(({ field, message }) => [`body.${field}`, message]))
    const message = `This cannot be ordered now. ${problems.map(({ message }) => message).join(' ')}`
    const current = presentQuote(store, { ...priced, problems })
    return new Refusal('invalid', { reason: 'cannot-be-ordered', message, fields, current })
  }
  const { total } = priced.totals
  const expected = input.expectedTotal
  if (!expected || (expected.minor === total.minor && expected.currency === total.currency)) {
    const other = otherToPay(priced, input.expectedToPay)
    return other && new Refusal('refused', { reason: 'price-changed', ...other, current: presentQuote(store, priced) })
  }
  const message = `The price has changed: it is ${format().money(total)} now, not ${format().money(expected)}.`
  const fields = { 'body.expectedTotal': `is not the price any more, ${format().money(total)}` }
  return new Refusal('refused', { reason: 'price-changed', message, fields, current: presentQuote(store, priced) })
}

/** All that stands in the way of an order: its basket, its details, its payment. */
export function problemsWith(ctx: Context, input: OrderInput, store: SellingStore, priced: Priced): OrderProblem[] {
  return [
    ...priced.problems,
    ...inputProblems(input, store),
    ...creditProblems(input, priced),
    ...gatewayProblems(ctx, input.payment, paidWith(priced.totals.total, priced.creditMinor).toPay),
    ...buyerProblems(store, input.payment.method),
  ]
}

function inputProblems(input: OrderInput, store: SellingStore): OrderProblem[] {
  return [...detailProblems(input, store), ...(['state', 'reference'] as const).flatMap((field) => paymentProblems(input.payment, field))]
}

/** What is noted of whoever orders may forbid it, or how they would pay. */
function buyerProblems({ buyer_flags: flags }: SellingStore, method: z.output<typeof BasketToQuote>['paymentMethod']): OrderProblem[] {
  if (flags.includes('blocked'))
    return [{ code: 'customer-blocked', field: 'customer.phone', message: 'Orders of this customer are not taken at present.' }]
  const isRefused = method === 'cash' && flags.includes('no-cash')
  return isRefused ? [{ code: 'cash-not-taken', field: 'payment.method', message: 'Cash is not taken from this customer.' }] : []
}

function paymentProblems(payment: OrderInput['payment'], field: 'state' | 'reference'): OrderProblem[] {
  const isGiven = payment[field] !== undefined
  if (payment.method !== 'online') {
    const message = `Only an online payment has a ${field}.`
    return isGiven ? [{ code: 'payment-not-online', field: `payment.${field}`, message }] : []
  }
  const isPaid = payment.state !== undefined || payment.reference !== undefined
  const message = `A payment has both a state and a reference: the ${field} is missing.`
  return isPaid && !isGiven ? [{ code: 'payment-incomplete', field: `payment.${field}`, message }] : []
}

function gatewayProblems(
  { services }: Context,
  { method, through, state, reference }: OrderInput['payment'],
  toPay: Money,
): OrderProblem[] {
  if (!through) return []
  const field = 'payment.through'
  if (method !== 'online') return [{ code: 'payment-not-online', field, message: 'Only an online payment goes through the gateway.' }]
  if (state !== undefined || reference !== undefined)
    return [{ code: 'payment-not-online', field, message: 'What goes through the gateway has neither state nor reference yet.' }]
  const { gateway } = services.config
  if (!gateway) return [{ code: 'no-gateway', field, message: 'Payments go to no gateway here.' }]
  const because = toPay.minor === 0 ? null : whyNotTaken(gateway.name, toPay)
  return because ? [{ code: 'amount-not-taken', field, message: `The gateway ${because}.` }] : []
}

function creditTold({ credit_minor }: OrderRecord) {
  return credit_minor > 0 ? { credit_minor } : {}
}

/** What else the record of a new order keeps, and why it was placed. */
interface Besides {
  told?: Record<string, unknown>
  reason?: string | undefined
}

/** Within the unit that stores an order: its entry in the record, and word of it to whoever waits for orders. */
export function recordPlaced(work: Work, order: OrderRecord, store: SellingStore, { told = {}, reason }: Besides = {}): void {
  const { id, version, branch_id: branchId, store_id: storeId, status } = order
  const kept = {
    number: order.number,
    status,
    external_id: order.external_id,
    customer_id: order.customer_id,
    item_summary: order.item_summary,
  }
  const money = { currency: order.currency, total_minor: order.total_minor, ...creditTold(order), payment_method: order.payment_method }
  const current = {
    ...kept,
    ...told,
    ...money,
    payment_state: order.payment_state,
    slot_from: order.slot_from,
    promised_at: order.promised_at,
  }
  work.record({
    entity: 'order',
    id,
    version,
    action: 'place',
    old: null,
    new: current,
    ...(reason && { reason }),
    permission: 'order.view',
    branchId,
    storeId,
  })
  if (order.pending_at !== null) announceOrder(work, { ...order, store_name: store.display_name })
}
