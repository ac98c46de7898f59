import {
  type Id,
  type Instant,
  type Money,
  money,
  newId,
  type Order,
  type OrderAgain,
  type OrderAgainQuote,
  type OrderProblem,
  type orderAgainContract,
  type Parsed,
} from '@larder/contract'
import { sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { can } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound, Refusal } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { ofPhone } from '#modules/customer/customer.service.ts'
import { newPayment } from '#modules/payment/payment-row.service.ts'
import type { Wallet } from '#modules/wallet/spend.service.ts'
import { recordBeside } from '../act/note.ts'
import { eventInsert, type NewEvent, staffEvent } from '../act/write.ts'
import { readOrderRules } from '../order.rules.ts'
import { findOrder, lockOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import type { DetailedOrder, LineRecord } from '../read/record.ts'
import { chosenIn } from './choices.ts'
import { holding, otherToPay, type Purse, spendOn, walletVisible, withCredit } from './credit.ts'
import type { OrderInput } from './details.ts'
import { draftLines, draftOrder, type OrderDraft } from './draft.ts'
import { insertOrder, type PlacedBy } from './insert.ts'
import { nextSlot, slotFieldOf } from './next-slot.ts'
import { isLeftToPay, pricingOf, problemsWith, recordPlaced } from './place.service.ts'
import { lineProblems } from './problems.ts'
import { type Priced, type Pricing, paidWith, priceBasket } from './quote.ts'
import { findPlannedSlots, findSellingStore, type SellingStore } from './selling.ts'
import { needsOf } from './stock.ts'

/** What an order would come to if it were ordered again now. Nothing is written. */
export async function previewAgain(
  ctx: Context,
  { params, body }: Parsed<typeof orderAgainContract.previewAgain>,
): Promise<OrderAgainQuote> {
  const order = (await findOrder(ctx.db, ctx, params.id)) ?? notFound('order')
  return quoteOf(ctx, await priceWithCredit(ctx, order, { paymentMethod: 'cash', ...body }))
}

/**
 * Places an order's lines anew for its customer, at the prices of now and for the total that somebody saw. It is one of the same channel, whose
 * app tells the customer of it; each of the two orders tells of the other in its timeline and its history.
 */
export async function orderAgainNow(ctx: Context, { params, body }: Parsed<typeof orderAgainContract.again>): Promise<Order> {
  const { expectedTotal, expectedToPay, note, ...again } = body
  const before = (await findOrder(ctx.db, ctx, params.id)) ?? notFound('order')
  const anew = await priceWithCredit(ctx, before, again)
  const seen = { total: expectedTotal, toPay: expectedToPay }
  refuseUnlessAsSeen(ctx, anew, seen)
  const { store, input, pricing } = anew
  const purse = { wallet: input.useCredits ? anew.wallet : null, heldAt: pricing.now }
  const begun = input.payment.through ? await newPayment(ctx) : null
  const rules = await readOrderRules(ctx.services)
  return unitOfWork(ctx, async (work) => {
    const old = (await lockOrder(readOnly(work.db), ctx, before.id)) ?? notFound('order')
    const held = { ...anew, priced: await holding(work, anew.priced, purse) }
    refuseUnlessAsSeen(ctx, held, seen)
    const draft = draftOrder(input, store, held.priced, { ...pricing, channelId: before.channel_id })
    const payment = isLeftToPay(draft) ? begun : null
    const { id } = await placeAnew(ctx, work, { anew, old, draft, payment, purse, note })
    const placed = await findOrder(readOnly(work.db), ctx, id)
    if (!placed) throw new Error(`order ${id} is out of reach of whoever placed it`)
    return presentOrder(placed, { actor: ctx.actor, rules, now: pricing.now })
  })
}

interface Placing {
  anew: Anew
  old: DetailedOrder
  draft: OrderDraft
  payment: Awaited<ReturnType<typeof newPayment>> | null
  purse?: Purse
  note?: string | undefined
}

/** Within a unit: stores the new order. Both orders tell of each other. */
export async function placeAnew(ctx: Context, work: Work, { anew, old, draft, payment, purse, note }: Placing) {
  const { store, priced } = anew
  work.tie()
  const branch = { code: store.branch_code, timeZone: store.branch_time_zone }
  const needs = needsOf(priced.lines)
  const order = await insertOrder(ctx, work, { draft, lines: draftLines(priced.lines), needs, branch, by: placedBy(ctx, old), payment })
  if (!order) throw new Error(`the id of order ${draft.id} is taken`)
  if (purse) await spendOn(ctx, work, order, purse)
  const placed = { id: draft.id as Id<'order'>, number: order.number }
  if (note) await tell(ctx, work, order, { type: 'note', note })
  await tell(ctx, work, old, { type: 'again', order: placed })
  recordBeside(work, old, 'again', { order_number: order.number })
  recordPlaced(work, order, store, { told: { again_of: old.number }, reason: note })
  return placed
}

function placedBy({ actor }: Context, { id, number }: DetailedOrder): PlacedBy {
  return { kind: 'staff', id: actor.id, name: actor.name, source: 'back-office', facts: { order: { id, number } } }
}

type Told = Pick<NewEvent, 'type'> & Partial<Pick<NewEvent, 'note' | 'order'>>

async function tell(ctx: Context, work: Work, order: Pick<DetailedOrder, 'id' | 'status'>, told: Told): Promise<void> {
  const entry = staffEvent(ctx, order, { type: told.type, note: told.note ?? null, isInternal: true, at: ctx.clock.instant() })
  await eventInsert(ctx, order.id, { ...entry, order: told.order ?? null }).execute(work.db)
}

/** An order as it would be placed again now. */
export interface Anew {
  before: DetailedOrder
  /** Its lines that are left out, by their numbers. */
  without: ReadonlySet<number>
  /** Those that are not. */
  kept: LineRecord[]
  store: SellingStore
  input: OrderInput
  pricing: Pricing
  priced: Priced
}

export async function priceAgain(
  ctx: Context,
  before: DetailedOrder,
  { without: left = [], slot, paymentMethod }: OrderAgain,
): Promise<Anew> {
  const without = new Set(left)
  const kept = before.lines.filter(({ line }) => !without.has(line))
  const itemIds = before.lines.flatMap(({ item_id }) => item_id ?? [])
  const store =
    (await findSellingStore(ctx, before.store_id, itemIds, { ...(slot && { slot }), phone: before.customer_phone })) ?? notFound('order')
  const input: OrderInput = {
    storeId: before.store_id as Id<'store'>,
    orderType: before.order_type,
    lines: kept.map(basketLineOf),
    customer: { name: before.customer_name, phone: before.customer_phone },
    details: before.details,
    externalId: newId<'order'>(ctx.clock.ms()),
    payment: { method: paymentMethod, ...(paymentMethod === 'online' && { through: 'gateway' as const }) },
    ...(before.address && { address: before.address }),
    ...(before.note && { note: before.note }),
    ...(slot && { slot }),
  }
  const pricing = await pricingOf(ctx)
  return { before, without, kept, store, input, pricing, priced: priceBasket(store, input, pricing) }
}

/** With the credits of its customer, for whoever may find them: what they have, and as much of it as is wanted. */
interface WithCredit extends Anew {
  wallet: Wallet | null
  walletMinor: number
  /** When slots of its store begin that are taken, where it has a limit. */
  planned: readonly Instant[]
}

async function priceWithCredit(ctx: Context, before: DetailedOrder, again: OrderAgain): Promise<WithCredit> {
  const anew = await priceAgain(ctx, before, again)
  // As the order is placed: whoever has its number now.
  const isTheirs = can(ctx, 'customer.view') ? sql`customer.id = ${ofPhone(before.customer_phone)}` : null
  const wallet = await walletVisible(ctx, isTheirs, anew.store.currency)
  const walletMinor = (await withCredit(ctx, anew.priced, wallet)).creditMinor
  const useCredits = again.useCredits === true
  const priced = { ...anew.priced, creditMinor: useCredits ? walletMinor : 0 }
  const planned = await findPlannedSlots(ctx, anew.store)
  return { ...anew, input: { ...anew.input, useCredits }, priced, wallet, walletMinor, planned }
}

/** A line as a basket holds it; an item that is gone is none of the store's. */
function basketLineOf({ item_id, quantity, ordered_grams, options, substitution, note }: LineRecord): OrderInput['lines'][number] {
  return {
    itemId: (item_id ?? '') as Id<'item'>,
    quantity,
    ...(ordered_grams !== null && { grams: Math.round(ordered_grams / quantity) }),
    ...(options.length > 0 && chosenIn(options)),
    ...(substitution?.preference && { substitution: substitution.preference }),
    ...(note && { note }),
  }
}

/** What it comes to, line by line, and what stands in the way by the field that can change it. */
function quoteOf(ctx: Context, anew: WithCredit): OrderAgainQuote {
  const { before, without, store, input, pricing, priced, walletMinor, planned } = anew
  const { total, ...parts } = priced.totals
  const isForLater = input.slot !== undefined
  const lines = before.lines.map((line) => {
    const isLeftOut = without.has(line.line)
    const wanted = basketLineOf(line)
    const [problem] = lineProblems(store, wanted, { at: 0, now: pricing.now, isForLater })
    const at = anew.kept.indexOf(line)
    const amount = isLeftOut ? undefined : priced.lines.find((each) => each.wanted === input.lines[at])?.amount
    const because = problem ? wordsOf(problem, line.name, store) : null
    return { line: line.line, name: line.name, amount: amount ?? null, because, isLeftOut }
  })
  return {
    lines,
    before: money(before.total_minor, before.currency),
    ...parts,
    total,
    ...paidWith(total, priced.creditMinor),
    wallet: money(walletMinor, total.currency),
    promisedAt: priced.promisedAt,
    nextSlot: nextSlot(store, input, { now: pricing.now, planned, problems: priced.problems }),
    takesOnline: ctx.services.config.gateway !== null,
    problems: problemsOf(ctx, anew),
  }
}

export function problemsOf(ctx: Context, anew: Anew): OrderAgainQuote['problems'] {
  const { store, input, priced, kept } = anew
  if (kept.length === 0) return [{ field: 'without', message: 'Nothing is left to be ordered.' }]
  return problemsWith(ctx, input, store, priced).map((problem) => {
    const at = /^lines\.(\d+)\./.exec(problem.field)?.[1]
    const name = at === undefined ? '' : (kept[Number(at)]?.name ?? '')
    return { field: fieldOf(problem), message: wordsOf(problem, name, store) }
  })
}

/** The menu does not know what is gone from it; the order does. */
function wordsOf({ code, message }: OrderProblem, name: string, store: SellingStore): string {
  return code === 'not-on-menu' ? `${name} is not on the menu of ${store.display_name} any more.` : message
}

/** Which field can change what is wrong: a line is left out, another hour chosen, paid otherwise; what is the order's own, none. */
function fieldOf(problem: OrderProblem): string {
  const [part] = problem.field.split('.')
  const slot = slotFieldOf(problem)
  if (slot) return slot
  return part === 'lines' ? 'without' : part === 'payment' ? 'paymentMethod' : 'id'
}

function refuseUnlessAsSeen(ctx: Context, anew: WithCredit, { total: expected, toPay }: { total: Money; toPay: Money | undefined }): void {
  const quote = quoteOf(ctx, anew)
  const { problems, total } = quote
  if (problems.length > 0) {
    const named = problems.map(({ field, message }) => [field === 'id' ? 'params.id' : `body.${field}`, message] as const)
    const fields = Object.fromEntries(
      [...Map.groupBy(named, ([field]) => field)].map(([field, all]) => [field, all.map(([, words]) => words).join(' ')]),
    )
    const message = `This cannot be ordered again now. ${problems.map(({ message }) => message).join(' ')}`
    throw new Refusal('invalid', { reason: 'cannot-be-ordered-again', message, fields, current: quote })
  }
  if (expected.minor === total.minor && expected.currency === total.currency) {
    const other = otherToPay(anew.priced, toPay)
    if (other) throw new Refusal('refused', { reason: 'price-changed', ...other, current: quote })
    return
  }
  const words = format().money(total)
  const message = `It comes to ${words} now, not ${format().money(expected)}. Look at it again.`
  throw new Refusal('refused', {
    reason: 'price-changed',
    message,
    fields: { 'body.expectedTotal': `is not what it comes to, ${words}` },
    current: quote,
  })
}
