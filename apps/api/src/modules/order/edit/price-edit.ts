import {
  type Address,
  addMinutes,
  allocateMoney,
  detailsOfChoices,
  distanceKm,
  isEggless,
  localDateAt,
  type Money,
  maxBasketLines,
  maxOrderMinor,
  money,
  type Order,
  type OrderDetails,
  type OrderEdit,
  orderEditParts,
} from '@larder/contract'
import { format } from '#kit/format.ts'
import { gramsOfChoice } from '#modules/choice-group/choice-price.service.ts'
import { minimumOf } from '#modules/store/store-minimum.service.ts'
import type { OrderChanges } from '../act/verdict.ts'
import { byGroupFolded, chosenIn, offersEggless } from '../place/choices.ts'
import { summaryOf } from '../place/draft.ts'
import { amountColumnsOf, beyondOrderWords, deliveryFee, type Totals, totalsOf } from '../place/pricing.ts'
import { slotProblems } from '../place/problems.ts'
import { longestNotice, travelMinutesBetween } from '../place/promise.ts'
import type { LineRecord, OrderRecord } from '../read/record.ts'
import { type EditedLines, type EditFacts, type EditProblem, editLines } from './edit-lines.ts'

/** The order as its pricing sees it. */
export type EditedOrder = Pick<
  OrderRecord,
  | 'currency'
  | 'order_type'
  | 'timing'
  | 'status'
  | 'vertical'
  | 'details'
  | 'address'
  | 'slot_from'
  | 'slot_to'
  | 'lead_hours'
  | 'promised_at'
  | 'items_minor'
  | 'packing_minor'
  | 'delivery_minor'
  | 'discount_minor'
  | 'discounts'
  | 'tip_minor'
  | 'total_minor'
> & { lines: readonly LineRecord[]; branch_time_zone?: string }

/** What an edit makes of an order. */
export interface PricedEdit extends Pick<EditedLines, 'written' | 'removed' | 'told' | 'problems'> {
  lines: LineRecord[]
  totals: Totals
  changes: OrderChanges & { total_minor: number }
}

/**
 * Prices an order as an edit leaves it, by the engine of quotes, under the tax rules and of the day that it keeps. Packing stays; delivery is
 * that of the address where it moves, else as it was; what was granted off the order stays, at most what its items come to. Pure.
 */
export function priceEdit(order: EditedOrder, edit: OrderEdit, facts: EditFacts, isCustomersWish: boolean): PricedEdit {
  const inCurrency = (minor: number): Money => money(minor, order.currency)
  const bought = editLines(order.lines, edit.lines ?? [], facts)
  const moved = moveOf(order, edit.address, facts)
  const discounts = discountsOf(order, bought.lines)
  const tip = edit.tip ?? inCurrency(order.tip_minor)
  const totals = totalsOf(
    bought.lines.map((line) => ({
      amount: inCurrency(line.amount_minor),
      discount: inCurrency(line.discount_minor),
      tax: inCurrency(line.tax_minor),
      taxPpm: line.tax_ppm,
    })),
    {
      packing: inCurrency(order.packing_minor),
      delivery: inCurrency(moved.feeMinor),
      discount: inCurrency(discounts.reduce((sum, { amount }) => sum + amount.minor, 0)),
      tip: tip.currency === order.currency ? tip : inCurrency(order.tip_minor),
    },
    facts.rules,
  )
  const told = [...bought.told, ...moved.told, ...slotWords(order, edit, facts), ...tipWords(order, edit)]
  const problems = [
    ...bought.problems,
    ...moved.problems,
    ...slotProblemsOf(order, edit, bought.lines, facts),
    ...basketProblems(order, edit, bought, { totals, facts, isCustomersWish }),
  ]
  const isNothing = told.length === 0 && problems.length === 0
  const part = orderEditParts.find((each) => edit[each] !== undefined) ?? 'lines'
  return {
    ...bought,
    told,
    problems: isNothing ? [{ field: part, message: 'would change nothing' }] : problems,
    totals,
    changes: {
      ...amountColumnsOf(totals),
      discounts,
      ...(bought.told.length > 0 && contentsOf(order, bought.lines, facts)),
      ...(edit.address && { address: edit.address, promised_at: promiseAfter(order, edit.address, facts) }),
      ...(edit.slot && { slot_from: edit.slot.from, slot_to: edit.slot.to, promised_at: edit.slot.to }),
    },
  }
}

// What lines lost of their discounts goes from what explains them, in proportion; what was off the order stays off it.
function discountsOf(order: EditedOrder, lines: readonly LineRecord[]): Order['discounts'] {
  const ofLines = (all: readonly LineRecord[]) => all.reduce((sum, { discount_minor }) => sum + discount_minor, 0)
  const items = lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const ofOrder = Math.max(0, order.discount_minor - ofLines(order.lines))
  const minor = Math.min(items, ofLines(lines) + ofOrder)
  if (minor >= order.discount_minor) return [...order.discounts]
  const parts = allocateMoney(
    money(minor, order.currency),
    order.discounts.map(({ amount }) => amount.minor),
  )
  return order.discounts.flatMap((discount, at) => {
    const amount = parts[at]
    if (!amount || amount.minor === 0) return []
    const shares = allocateMoney(amount, [
      ...discount.funders.map((funder) => funder.amount.minor),
      discount.amount.minor - fundedOf(discount),
    ])
    const funders = discount.funders.map((funder, index) => ({ ...funder, amount: shares[index] ?? { ...amount, minor: 0 } }))
    return [{ ...discount, amount, funders }]
  })
}

function fundedOf({ funders }: Order['discounts'][number]): number {
  return funders.reduce((sum, { amount }) => sum + amount.minor, 0)
}

interface Move {
  feeMinor: number
  told: string[]
  problems: EditProblem[]
}

function moveOf(order: EditedOrder, address: Address | undefined, { menu }: EditFacts): Move {
  const stays = { feeMinor: order.delivery_minor, told: [], problems: [] }
  if (!address) return stays
  if (order.order_type !== 'delivery') return { ...stays, problems: [{ field: 'address', message: 'is none of a pick-up order' }] }
  if (JSON.stringify(address) === JSON.stringify(order.address)) return stays
  const told = [`Address: ${order.address ? `${placeWords(order.address)} → ` : ''}${placeWords(address)}`]
  const isThere = order.address && order.address.point.lat === address.point.lat && order.address.point.lng === address.point.lng
  if (isThere) return { ...stays, told }
  const fee = deliveryFee(menu.fee_tiers, menu.surge_ppm, distanceKm({ lat: menu.lat, lng: menu.lng }, address.point))
  if (fee) return { feeMinor: fee.minor, told, problems: [] }
  return { ...stays, told, problems: [{ field: 'address.point', message: `${menu.display_name} does not deliver there` }] }
}

function placeWords({ line1, locality }: Address): string {
  return `${line1}, ${locality}`
}

// By as much as the road is longer or shorter, never into what is past. What comes in a slot comes in its slot.
function promiseAfter(order: EditedOrder, address: Address, { menu, now }: EditFacts): OrderRecord['promised_at'] {
  const { promised_at: promised, timing } = order
  const from = { lat: menu.lat, lng: menu.lng }
  const [before, after] = [travelMinutesBetween(from, order.address?.point), travelMinutesBetween(from, address.point)]
  if (promised === null || timing === 'slot' || before === null || after === null || promised <= now) return promised
  const later = addMinutes(promised, after - before)
  return later > now ? later : promised
}

function slotWords(order: EditedOrder, { slot }: OrderEdit, { menu }: EditFacts): string[] {
  if (!slot || (slot.from === order.slot_from && slot.to === order.slot_to)) return []
  const words = (from: string, to: string | null) => {
    const until = to ? `–${format().instant(to, 'time', menu.time_zone)}` : ''
    return `${format().day(localDateAt(from, menu.time_zone))}, ${format().instant(from, 'time', menu.time_zone)}${until}`
  }
  return [`Slot: ${order.slot_from ? `${words(order.slot_from, order.slot_to)} → ` : ''}${words(slot.from, slot.to)}`]
}

function slotProblemsOf(order: EditedOrder, { slot }: OrderEdit, lines: readonly LineRecord[], { menu, now }: EditFacts): EditProblem[] {
  if (!slot) return []
  if (order.timing !== 'slot') return [{ field: 'slot', message: 'is none of an order for as soon as possible' }]
  const problems = slotProblems(menu, { slot, lines: lines.map(({ item_id }) => ({ itemId: item_id ?? '' })) }, now)
  return problems.map(({ field, message }) => ({ field, message }))
}

function tipWords(order: EditedOrder, { tip }: OrderEdit): string[] {
  if (!tip || tip.currency !== order.currency || tip.minor === order.tip_minor) return []
  return [`Tip: ${format().money(money(order.tip_minor, order.currency))} → ${format().money(tip)}`]
}

interface Basket {
  totals: Totals
  facts: EditFacts
  isCustomersWish: boolean
}

function basketProblems(
  order: EditedOrder,
  edit: OrderEdit,
  { lines }: EditedLines,
  { totals, facts, isCustomersWish }: Basket,
): EditProblem[] {
  const minimum = minimumOf(facts.menu, order.order_type)
  // What a store has not got is taken away whatever is left.
  const isLess = totals.items.minor < order.items_minor && totals.items.minor < minimum.minor
  const problems: [boolean, string, string][] = [
    [edit.lines !== undefined && lines.length === 0, 'lines', 'would leave nothing: cancel the order instead'],
    [lines.length > maxBasketLines, 'lines', `must be at most ${maxBasketLines}`],
    [lines.length > 0 && isLess && isCustomersWish, 'lines', `would come to less than the minimum of ${format().money(minimum)}`],
    [totals.total.minor > maxOrderMinor, 'lines', `would come to ${beyondOrderWords(order.currency)}`],
    [edit.tip !== undefined && edit.tip.currency !== order.currency, 'tip.currency', `must be ${order.currency}`],
  ]
  return problems.flatMap(([isWrong, field, message]) => (isWrong ? [{ field, message }] : []))
}

function contentsOf(order: EditedOrder, lines: readonly LineRecord[], { menu }: EditFacts): OrderChanges {
  const sold = new Map(menu.items.map((item) => [item.id, item]))
  return {
    lead_hours: longestNotice(
      menu.vertical,
      lines.map(({ item_id }) => sold.get(item_id ?? '') ?? order),
    ),
    item_count: lines.reduce((sum, { quantity, ordered_grams }) => sum + (ordered_grams === null ? quantity : 1), 0),
    item_summary: summaryOf(
      lines.map(({ name, quantity, ordered_grams }) => ({ item: { name }, wanted: { quantity }, grams: ordered_grams })),
    ),
    details: detailsAfter(order, lines, menu.items),
  }
}

// What is made to order is what its line was chosen to be; what else its customer said of it stays.
function detailsAfter({ vertical, details }: EditedOrder, lines: readonly LineRecord[], sold: EditFacts['menu']['items']): OrderDetails {
  const made = lines.find(({ options }) => options.length > 0)
  if (!('flavour' in details) || !made) return details
  const chosen = byGroupFolded(chosenIn(made.options).choices)
  const grams = Object.values(chosen).flatMap((choice) => gramsOfChoice(choice) ?? [])
  const said = detailsOfChoices(vertical, { flavour: details.flavour, ...chosen }, grams[0] ?? details.weightGrams)
  if (!('flavour' in said)) return details
  const isChosen = lines.some(({ options }) => options.some(({ choice }) => isEggless(choice)))
  const eggless = isChosen || (details.eggless && !sold.some(offersEggless))
  return { ...details, flavour: said.flavour, weightGrams: said.weightGrams, eggless }
}
