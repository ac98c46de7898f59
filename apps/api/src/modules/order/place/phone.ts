import {
  type Instant,
  type Money,
  money,
  newId,
  type Order,
  type OrderProblem,
  type Parsed,
  type PhoneQuote,
  phoneChannelId,
  type phoneOrderContract,
} from '@larder/contract'
import { readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, Refusal } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { customersVisibleTo } from '#modules/customer/customer.service.ts'
import { newPayment } from '#modules/payment/payment-row.service.ts'
import type { Wallet } from '#modules/wallet/spend.service.ts'
import { readOrderRules } from '../order.rules.ts'
import { findOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import { callerCondition } from './caller.ts'
import { holding, otherToPay, spendOn, walletVisible, withCredit } from './credit.ts'
import type { OrderInput } from './details.ts'
import { draftLines, draftOrder } from './draft.ts'
import { insertOrder } from './insert.ts'
import { nextSlot, slotFieldOf } from './next-slot.ts'
import { isLeftToPay, pricingOf, problemsWith, recordPlaced } from './place.service.ts'
import { type Priced, type Pricing, paidWith, priceBasket } from './quote.ts'
import { findPlannedSlots, findSellingStore, type SellingStore } from './selling.ts'
import { isOutOfStock, needsOf } from './stock.ts'

type Asked = Parsed<typeof phoneOrderContract.quoteForCaller>['body']

/** An order over the phone as it would be placed now. */
interface Called {
  store: SellingStore
  input: OrderInput
  pricing: Pricing
  priced: Priced
  /** Whose credits it could spend, of the caller whom this person may find; and what they have, in minor units. */
  wallet: Wallet | null
  walletMinor: number
  /** When slots of its store begin that are taken, where it has a limit. */
  planned: readonly Instant[]
}

/** Where a path of an order's input is typed. */
const typedAt: Readonly<Record<string, string>> = { 'customer.phone': 'phone', 'customer.name': 'name' }

/** What an order over the phone comes to as far as it is typed. Nothing is written. */
export async function quoteForCaller(ctx: Context, { body }: Parsed<typeof phoneOrderContract.quoteForCaller>): Promise<PhoneQuote> {
  return quoteOf(ctx, await price(ctx, body))
}

/** Places an order for a caller, for the total that somebody saw: as an app's order, but that the timeline names who took it. */
export async function placeForCaller(ctx: Context, { body }: Parsed<typeof phoneOrderContract.placeForCaller>): Promise<Order> {
  const { expectedTotal, expectedToPay, ...asked } = body
  if (asked.phone === undefined && asked.customerId === undefined) invalid({ 'body.phone': 'is required' })
  if (asked.phone !== undefined && asked.customerId !== undefined) invalid({ 'body.customerId': 'is given beside a phone' })
  const called = await price(ctx, asked)
  const seen = { total: expectedTotal, toPay: expectedToPay }
  refuseUnlessAsSeen(ctx, called, seen)
  const { store, input, pricing } = called
  const purse = { wallet: input.useCredits ? called.wallet : null, heldAt: pricing.now }
  const begun = input.payment.through ? await newPayment(ctx) : null
  const rules = await readOrderRules(ctx.services)
  const by = { kind: 'staff', id: ctx.actor.id, name: ctx.actor.name, source: 'phone', facts: {} } as const
  return storing(ctx, async (work) => {
    const branch = { code: store.branch_code, timeZone: store.branch_time_zone }
    const priced = await holding(work, called.priced, purse)
    refuseUnlessAsSeen(ctx, { ...called, priced }, seen)
    const draft = draftOrder(input, store, priced, { ...pricing, channelId: phoneChannelId })
    const payment = isLeftToPay(draft) ? begun : null
    const needs = needsOf(priced.lines)
    const order = await insertOrder(ctx, work, { draft, lines: draftLines(priced.lines), needs, branch, by, payment })
    if (!order) throw new Error(`the id of order ${draft.id} is taken`)
    await spendOn(ctx, work, order, purse)
    recordPlaced(work, order, store)
    const placed = await findOrder(readOnly(work.db), ctx, order.id)
    if (!placed) throw new Error(`order ${order.id} is out of reach of whoever placed it`)
    return presentOrder(placed, { actor: ctx.actor, rules, now: pricing.now })
  })
}

/** Somebody else may take the last of it between the price and the order. */
async function storing(ctx: Context, write: (work: Work) => Promise<Order>): Promise<Order> {
  try {
    return await unitOfWork(ctx, write)
  } catch (error) {
    if (isOutOfStock(error)) invalid({ 'body.lines': 'was sold out a moment ago: ask for its price again' }, { reason: 'cannot-be-placed' })
    throw error
  }
}

async function price(ctx: Context, asked: Asked): Promise<Called> {
  const phone = await phoneOf(ctx, asked)
  const { paymentMethod = 'cash', note, name = '', address, slot, details, storeId, orderType, lines, useCredits } = asked
  const input: OrderInput = {
    storeId,
    orderType,
    lines,
    customer: { name, phone: phone ?? '' },
    externalId: newId<'order'>(ctx.clock.ms()),
    payment: { method: paymentMethod, ...(paymentMethod === 'online' && { through: 'gateway' as const }) },
    ...(address && orderType === 'delivery' && { address }),
    ...(slot && { slot }),
    ...(details && { details }),
    ...(note && { note }),
    ...(useCredits && { useCredits }),
  }
  const itemIds = lines.map(({ itemId }) => itemId)
  const store = await findSellingStore(ctx, storeId, itemIds, { ...(slot && { slot }), phone, isReached: true })
  if (!store) return invalid({ 'body.storeId': 'is not a store of this marketplace' })
  const pricing = await pricingOf(ctx)
  const wallet = await walletVisible(ctx, await callerCondition(ctx, { phone: asked.phone, customerId: asked.customerId }), store.currency)
  const priced = priceBasket(store, input, pricing)
  const walletMinor = (await withCredit(ctx, priced, wallet)).creditMinor
  const planned = await findPlannedSlots(ctx, store)
  return { store, input, pricing, priced: { ...priced, creditMinor: useCredits ? walletMinor : 0 }, wallet, walletMinor, planned }
}

async function phoneOf(ctx: Context, { phone, customerId }: Asked): Promise<string | undefined> {
  if (phone !== undefined) return completePhone(ctx.services, phone, 'body.phone')
  if (customerId === undefined) return undefined
  const known = ctx.db.selectFrom('customer').select('phone').where('id', '=', customerId).where(customersVisibleTo(ctx))
  return (await known.executeTakeFirst())?.phone ?? invalid({ 'body.customerId': 'does not exist' })
}

function quoteOf(ctx: Context, { store, input, pricing, priced, walletMinor, planned }: Called): PhoneQuote {
  const { total, ...parts } = priced.totals
  const problems = problemsWith(ctx, input, store, priced).map((problem) => ({ field: fieldOf(problem), message: problem.message }))
  return {
    ...parts,
    total,
    ...paidWith(total, priced.creditMinor),
    wallet: money(walletMinor, total.currency),
    promisedAt: priced.promisedAt,
    nextSlot: nextSlot(store, input, { now: pricing.now, planned, problems: priced.problems }),
    takesOnline: ctx.services.config.gateway !== null,
    lines: input.lines.map((line) => priced.lines.find(({ wanted }) => wanted === line)?.amount ?? null),
    problems,
  }
}

function fieldOf(problem: OrderProblem): string {
  const { field } = problem
  return slotFieldOf(problem) ?? (field.startsWith('payment.') ? 'paymentMethod' : (typedAt[field] ?? field))
}

function refuseUnlessAsSeen(ctx: Context, called: Called, { total: expected, toPay }: { total: Money; toPay: Money | undefined }): void {
  const quote = quoteOf(ctx, called)
  const { problems, total } = quote
  if (problems.length > 0) {
    const fields = Object.fromEntries(problems.map(({ field, message }) => [`body.${field}`, message]))
    const message = `This cannot be ordered now. ${problems.map(({ message: words }) => words).join(' ')}`
    throw new Refusal('invalid', { reason: 'cannot-be-placed', message, fields, current: quote })
  }
  if (expected.minor === total.minor && expected.currency === total.currency) {
    const other = otherToPay(called.priced, toPay)
    if (other) throw new Refusal('refused', { reason: 'price-changed', ...other, current: quote })
    return
  }
  const words = format().money(money(total.minor, total.currency))
  throw new Refusal('refused', {
    reason: 'price-changed',
    message: `It comes to ${words} now, not ${format().money(expected)}. Look at it again.`,
    fields: { 'body.expectedTotal': `is not what it comes to, ${words}` },
    current: quote,
  })
}
