import { formatWeight, type Money, money, type Order } from '@larder/contract'
import { isBeyondOrder, lineAmount, lineTax, pieceMinorOf, totalsOf } from '../place/pricing.ts'
import { type TaxRules, taxRulesOf } from '../place/tax.ts'
import { isWeighed, type LineRecord, type OrderRecord } from '../read/record.ts'
import { isTaken, isUnsent } from './payment.ts'
import { type KnownRefund, paidAhead, standing, sumOf } from './refundable.ts'

export interface PackedLine {
  line: number
  packedGrams: number
}

export interface Repriced {
  /** Only the weighed lines that were packed now. */
  lines: Pick<LineRecord, 'line' | 'packed_grams' | 'amount_minor' | 'tax_minor'>[]
  changes: Pick<OrderRecord, 'items_minor' | 'tax_minor' | 'taxes' | 'rounding_minor' | 'discount_minor' | 'discounts' | 'total_minor'>
}

type WeighedOrder = Pick<
  OrderRecord,
  | 'currency'
  | 'packing_minor'
  | 'delivery_minor'
  | 'discount_minor'
  | 'discounts'
  | 'tip_minor'
  | 'total_minor'
  | 'credit_minor'
  | 'due_minor'
  | 'collected_minor'
  | 'payment_state'
  | 'tax_regime'
  | 'prices_include_tax'
  | 'delivery_tax_ppm'
  | 'packing_tax_ppm'
  | 'tax_parts'
> & { lines: readonly LineRecord[]; refunds: readonly KnownRefund[] }

/** The discount that keeps a paid order from growing: the store gave more than was paid for. */
export const overweight = 'Weight difference'

/** The first packed line that is no weighed line of the order, or comes twice. */
export function misfitOf(order: Pick<WeighedOrder, 'lines'>, packed: readonly PackedLine[]): number | null {
  const weighed = new Set(order.lines.filter(isWeighed).map(({ line }) => line))
  const at = packed.findIndex(({ line }, index) => !weighed.has(line) || packed.findIndex((other) => other.line === line) !== index)
  return at === -1 ? null : at
}

/** The first packed line that alone comes to more than an order may. */
export function tooHeavyOf(order: Pick<WeighedOrder, 'lines'>, packed: readonly PackedLine[]): number | null {
  const at = packed.findIndex(({ line, packedGrams }) => {
    const ordered = order.lines.find((one) => one.line === line)
    return ordered && isBeyondOrder(pieceMinorOf(ordered), ordered.unit, ordered.quantity, packedGrams)
  })
  return at === -1 ? null : at
}

/** What was packed of what was ordered, as the timeline says it: `1.9 kg of 2 kg Seer Fish`. */
export function packedWords({ lines }: Pick<WeighedOrder, 'lines'>, packed: readonly PackedLine[]): string {
  const words = packed.flatMap(({ line, packedGrams }) => {
    const ordered = lines.find((one) => one.line === line)
    return ordered ? [`${formatWeight(packedGrams)} of ${formatWeight(ordered.ordered_grams ?? 0)} ${ordered.name}`] : []
  })
  return words.join('; ')
}

/** Beyond these parts of what was ordered a weight is a slip of the hand, such as kilograms written as grams, and no store that gives generously or has little left. */
const [leastOfOrdered, mostOfOrdered] = [1 / 2, 2]

/** The first packed line that weighs less or more than any store gives of what was ordered: where it stands, and what is wrong with it. */
export function slipOf(order: Pick<WeighedOrder, 'lines'>, packed: readonly PackedLine[]) {
  for (const [at, { line, packedGrams }] of packed.entries()) {
    const ordered = order.lines.find((one) => one.line === line)?.ordered_grams ?? 0
    const [least, most] = [Math.ceil(leastOfOrdered * ordered), mostOfOrdered * ordered]
    if (packedGrams < least)
      return {
        at,
        reason: 'less-than-ordered',
        message: `must be at least ${least} g, half of what was ordered: for less, edit the order`,
      } as const
    if (packedGrams > most)
      return { at, reason: 'more-than-ordered', message: `must be at most ${most} g, twice what was ordered` } as const
  }
  return null
}

/**
 * The order priced by packed weights, under the tax rules that it was placed under. What was paid in advance never grows beyond what was
 * ordered, less what weights have sent back of it, nor beyond what was paid, where that is more because it was packed before: the excess
 * becomes a discount that the store bears.
 */
export function repriceByWeight(order: WeighedOrder, packed: readonly PackedLine[]): Repriced {
  const inCurrency = (minor: number) => money(minor, order.currency)
  const rules = taxRulesOf(order)
  const kept = order.discounts.filter(({ name }) => name !== overweight)
  const discount = kept.reduce((sum, { amount }) => sum + amount.minor, 0)
  const charges = { packing: inCurrency(order.packing_minor), delivery: inCurrency(order.delivery_minor), tip: inCurrency(order.tip_minor) }
  const pricedBy = (gramsOf: (line: LineRecord) => number | undefined) => {
    const lines = order.lines.map((line) => repriceLine(line, gramsOf(line), rules, inCurrency))
    const priced = lines.map((line) => line.priced)
    return { lines, totals: totalsOf(priced, { ...charges, discount: inCurrency(discount) }, rules) }
  }
  const packedNow = new Map(packed.map(({ line, packedGrams }) => [line, packedGrams]))
  const { lines, totals } = pricedBy(({ line }) => packedNow.get(line))
  const asOrdered = pricedBy(({ ordered_grams }) => ordered_grams ?? undefined).totals.total.minor
  const unsent = sumOf(ofWeights(order.refunds).filter(isUnsent))
  const ordered = asOrdered - (sumOf(ofWeights(order.refunds)) - unsent)
  const isPaid = isTaken.has(order.payment_state)
  const most = isPaid ? Math.max(ordered, order.credit_minor + paidAhead(order) + unsent) : ordered
  const excess = isPaid || order.payment_state === 'authorised' ? Math.max(0, totals.total.minor - most) : 0
  return {
    lines: lines.filter(({ record }) => packedNow.has(record.line)).map(({ record }) => record),
    changes: {
      items_minor: totals.items.minor,
      tax_minor: totals.tax.minor,
      taxes: totals.taxes,
      rounding_minor: totals.rounding.minor,
      discount_minor: discount + excess,
      discounts: excess === 0 ? kept : [...kept, borneByStore(inCurrency(excess))],
      total_minor: totals.total.minor - excess,
    },
  }
}

function ofWeights(refunds: WeighedOrder['refunds']): KnownRefund[] {
  return standing(refunds).filter(({ cause }) => cause === 'weights')
}

function repriceLine(line: LineRecord, packedGrams: number | undefined, rules: TaxRules, inCurrency: (minor: number) => Money) {
  const discount = inCurrency(line.discount_minor)
  const taxPpm = line.tax_ppm
  if (packedGrams === undefined) {
    return { record: line, priced: { amount: inCurrency(line.amount_minor), discount, tax: inCurrency(line.tax_minor), taxPpm } }
  }
  const amount = lineAmount(inCurrency(pieceMinorOf(line)), line.unit, line.quantity, packedGrams)
  const tax = lineTax(amount, discount, taxPpm, rules)
  const record = { line: line.line, packed_grams: packedGrams, amount_minor: amount.minor, tax_minor: tax.minor }
  return { record, priced: { amount, discount, tax, taxPpm } }
}

function borneByStore(amount: Money): Order['discounts'][number] {
  return { name: overweight, code: null, amount, funders: [{ party: 'store', amount }] }
}
