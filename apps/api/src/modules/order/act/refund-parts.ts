import { allocateMoney, allocateRemaining, money } from '@larder/contract'
import type { NewRefund } from './payment.ts'
import { type KnownRefund, paidForLines, type RefundedOrder, standing, sumOf } from './refundable.ts'

/** Of an order what the parts of its refunds are reckoned from. */
export type PartedOrder = Pick<RefundedOrder, 'total_minor' | 'discount_minor' | 'rounding_minor' | 'prices_include_tax' | 'currency'> & {
  tax_minor: number
  tax_parts: number
  lines: readonly Pick<RefundedOrder['lines'][number], 'line' | 'amount_minor' | 'discount_minor' | 'tax_minor'>[]
  refunds: readonly Pick<KnownRefund, 'cause' | 'state' | 'method' | 'amount_minor' | 'tax_minor' | 'items_minor' | 'lines'>[]
}

/** What of a refund is tax, and what items without it; the rest is of packing, delivery and tip. Minor units. */
export interface RefundParts {
  taxMinor: number
  itemsMinor: number
}

/**
 * The parts of what somebody refunds: of chosen lines their tax and their items, of an amount in proportion to what is left of each. Never more
 * than is left of any, and what refunds the last of an order leaves nothing of its tax. Pure.
 */
export function refundPartsOf(order: PartedOrder, minor: number, lines: NewRefund['lines'] = []): RefundParts {
  const left = partsLeft(order)
  return inEqualParts(lines.length === 0 ? inProportion(order, minor, left) : ofLines(order, minor, { lines, left }), minor, order, left)
}

type Left = ReturnType<typeof partsLeft>

function inProportion({ currency }: PartedOrder, minor: number, { tax, items, rest }: Left): RefundParts {
  const parts = [tax, items, rest].map((part) => money(part, currency))
  const [ofTax, ofItems] = allocateRemaining(money(minor, currency), parts)
  return { taxMinor: ofTax?.minor ?? 0, itemsMinor: ofItems?.minor ?? 0 }
}

function ofLines(order: PartedOrder, minor: number, { lines, left }: { lines: NewRefund['lines']; left: Left }): RefundParts {
  const { tax, items, rest } = left
  const wanted = lines.reduce((sum, part) => sum + taxOfPart(order, part), 0)
  const taxMinor = Math.min(wanted, tax, minor)
  const itemsMinor = Math.min(minor - taxMinor, items)
  // Of amounts that went back before nobody knows of which line they were: what is too much for one part is of another.
  const beyond = Math.max(0, minor - taxMinor - itemsMinor - rest)
  return { taxMinor: taxMinor + beyond, itemsMinor }
}

/**
 * What centre and state collected in equal parts they give back in equal parts (0092): what is odd moves to what of the refund is no tax, or from
 * it where that is all taken. Only a refund of nothing but tax stays odd.
 */
function inEqualParts(parts: RefundParts, minor: number, { tax_parts }: PartedOrder, { tax, items, rest }: Left): RefundParts {
  const { taxMinor, itemsMinor } = parts
  const odd = taxMinor % tax_parts
  const other = minor - taxMinor - itemsMinor
  if (odd === 0) return parts
  if (itemsMinor + odd <= items) return { taxMinor: taxMinor - odd, itemsMinor: itemsMinor + odd }
  if (other + odd <= rest) return { taxMinor: taxMinor - odd, itemsMinor }
  const more = tax_parts - odd
  if (taxMinor + more > tax || itemsMinor + other < more) return parts
  return { taxMinor: taxMinor + more, itemsMinor: Math.max(0, itemsMinor - more) }
}

function partsLeft({ total_minor, tax_minor, discount_minor, lines, prices_include_tax, refunds }: PartedOrder) {
  const asked = standing(refunds).filter(({ cause }) => cause === 'request')
  const left = Math.max(0, total_minor - sumOf(asked))
  const priced = lines.reduce((sum, line) => sum + line.amount_minor - (prices_include_tax ? line.tax_minor : 0), 0) - discount_minor
  const tax = within(tax_minor - asked.reduce((sum, refund) => sum + refund.tax_minor, 0), left)
  const items = within(priced - asked.reduce((sum, refund) => sum + refund.items_minor, 0), left - tax)
  return { tax, items, rest: left - tax - items }
}

function within(minor: number, most: number): number {
  return Math.max(0, Math.min(minor, most))
}

// By what of the line has gone back so far and with it: all of it comes to the line's tax, however it is parted.
function taxOfPart(order: PartedOrder, { line, amount }: NewRefund['lines'][number]): number {
  const at = order.lines.findIndex((each) => each.line === line)
  const [paid, tax] = [paidForLines(order)[at] ?? 0, order.lines[at]?.tax_minor ?? 0]
  const parts = tax % order.tax_parts === 0 ? order.tax_parts : 1
  const before = standing(order.refunds)
    .flatMap((refund) => refund.lines)
    .reduce((sum, each) => sum + (each.line === line ? each.amount.minor : 0), 0)
  const taxUntil = (minor: number) => {
    const gone = within(minor, paid)
    const ofOne = allocateMoney(money(tax / parts, order.currency), [gone, paid - gone])[0]?.minor ?? 0
    return ofOne * parts
  }
  return paid > 0 ? taxUntil(before + amount.minor) - taxUntil(before) : 0
}
