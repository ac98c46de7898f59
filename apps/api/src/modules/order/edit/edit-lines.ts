import {
  type BasketLine,
  divideHalfUp,
  formatWeight,
  type Instant,
  type LocalDate,
  type Money,
  money,
  type OrderLineChange,
  taxRateOn,
} from '@larder/contract'
import { chosenIn, optionsOf, rechosen } from '../place/choices.ts'
import { gramsOf, isBeyondOrder, lineAmount, lineTax, pieceMinorOf } from '../place/pricing.ts'
import { lineProblems } from '../place/problems.ts'
import type { SellingStore, SoldItem } from '../place/selling.ts'
import type { TaxRules } from '../place/tax.ts'
import type { LineRecord } from '../read/record.ts'

/** Why an edit cannot be: the path of its input and a sentence. */
export interface EditProblem {
  field: string
  message: string
}

/** What an edit is judged by: the store with the items in question, as its menu is now, and the day by whose rates the order is taxed. */
export interface EditFacts {
  menu: SellingStore
  now: Instant
  day: LocalDate
  rules: TaxRules
  isForLater: boolean
}

/** The lines as an edit leaves them. */
export interface EditedLines {
  lines: LineRecord[]
  /** Of them those that are another than before, or new. */
  written: LineRecord[]
  removed: number[]
  told: string[]
  problems: EditProblem[]
}

interface OneEdited {
  line: LineRecord | null
  told: string | null
}

/**
 * Changes of what was bought, one after the other. What was ordered keeps its price and its rate of tax; what is added or substituted comes at the
 * menu's price and under the rate of the day on which the order was placed. A line's discount stays in proportion, and never grows. Pure.
 */
export function editLines(before: readonly LineRecord[], changes: readonly OrderLineChange[], facts: EditFacts): EditedLines {
  const edited: EditedLines = { lines: [...before], written: [], removed: [], told: [], problems: [] }
  const seen = new Set<number>()
  for (const [at, change] of changes.entries()) {
    const number = change.type === 'add' ? nextLine(before, edited.lines) : change.line
    const old = change.type === 'add' ? null : (before.find(({ line }) => line === number) ?? null)
    const wrong = seen.has(number) ? 'stands here twice' : change.type === 'add' ? whyNotAdd(number) : whyNotTouch(old)
    seen.add(number)
    if (wrong) {
      edited.problems.push({ field: `lines.${at}.${change.type === 'add' ? 'itemId' : 'line'}`, message: wrong })
      continue
    }
    const problems = problemsOf(change, old, at, facts)
    edited.problems.push(...problems)
    if (problems.length > 0) continue
    const { line, told } = change.type === 'remove' ? removal(old) : rewritten(change, old, number, facts)
    if (told === null) continue
    edited.told.push(told)
    if (line === null) edited.removed.push(number)
    else edited.written.push(line)
    edited.lines = [...edited.lines.filter((each) => each.line !== number), ...(line ? [line] : [])].toSorted((a, b) => a.line - b.line)
  }
  return edited
}

// A number that was given stays that line's, so that what the timeline says of it stays true.
function nextLine(before: readonly LineRecord[], lines: readonly LineRecord[]): number {
  return Math.max(0, ...before.map(({ line }) => line), ...lines.map(({ line }) => line)) + 1
}

const mostLines = 200

function whyNotAdd(number: number): string | null {
  return number > mostLines ? 'is one line too many' : null
}

function whyNotTouch(old: LineRecord | null): string | null {
  if (old === null) return 'is not a line of this order'
  return old.packed_grams === null ? null : 'has been weighed and packed'
}

/** What a change comes to as a line of a basket, so that the menu's rules judge it; null where nothing is asked of the menu. */
function wantedOf(change: Exclude<OrderLineChange, { type: 'remove' }>, old: LineRecord | null): BasketLine | null {
  if (change.type !== 'change') return { ...change, quantity: change.quantity }
  if (old?.item_id == null) return null
  const grams = change.grams ?? eachGrams(old)
  return {
    itemId: old.item_id as BasketLine['itemId'],
    quantity: change.quantity ?? old.quantity,
    ...rechosen(chosenIn(old.options), change),
    ...(grams !== null && { grams }),
  }
}

function problemsOf(change: OrderLineChange, old: LineRecord | null, at: number, { menu, now, isForLater }: EditFacts): EditProblem[] {
  if (change.type === 'remove') return []
  const wanted = wantedOf(change, old)
  const isOther = change.type !== 'change' || isChosenAnew(change) || isMore(change, old)
  if (old && change.type === 'change' && change.grams !== undefined && old.ordered_grams === null)
    return [{ field: `lines.${at}.grams`, message: `${old.name} is sold by the piece.` }]
  if (!isOther) return []
  if (wanted === null) return change.type === 'change' && old && !isChosenAnew(change) ? beyond(change, old, at) : [gone(at)]
  const found = lineProblems(menu, wanted, { at, now, isForLater: isForLater || change.type === 'change' })
  // Of a line that is there the item is no input.
  const field = (path: string) => (change.type === 'change' ? path.replace(/itemId$/, isChosenAnew(change) ? 'choices' : 'quantity') : path)
  return found.map((problem) => ({ field: field(problem.field), message: problem.message }))
}

function gone(at: number): EditProblem {
  return { field: `lines.${at}.choices`, message: 'This is not on the menu any more.' }
}

function beyond(change: Extract<OrderLineChange, { type: 'change' }>, old: LineRecord, at: number): EditProblem[] {
  const quantity = change.quantity ?? old.quantity
  const isBeyond = isBeyondOrder(pieceMinorOf(old), old.unit, quantity, totalGrams(old.unit, quantity, change.grams ?? eachGrams(old)))
  return isBeyond ? [{ field: `lines.${at}.quantity`, message: 'comes to more than an order may.' }] : []
}

function isMore({ quantity, grams }: Extract<OrderLineChange, { type: 'change' }>, old: LineRecord | null): boolean {
  return (quantity ?? 0) > (old?.quantity ?? 0) || (grams ?? 0) > (old ? (eachGrams(old) ?? 0) : 0)
}

function removal(old: LineRecord | null): OneEdited {
  return { line: null, told: old && `${amountWords(old)} ${old.name} removed` }
}

type Rewriting = Exclude<OrderLineChange, { type: 'remove' }>

function rewritten(change: Rewriting, old: LineRecord | null, number: number, facts: EditFacts): OneEdited {
  if (change.type === 'change') return old ? changed(change, old, facts) : { line: null, told: null }
  const item = facts.menu.items.find(({ id }) => id === change.itemId)
  if (!item) return { line: null, told: null }
  const line = priced(ofItem(item, change, number, old, facts), old, facts)
  const told = old
    ? `${amountWords(old)} ${old.name} replaced by ${amountWords(line)} ${line.name}`
    : `${amountWords(line)} ${line.name} added`
  return { line, told }
}

function ofItem(
  item: SoldItem,
  change: Exclude<Rewriting, { type: 'change' }>,
  number: number,
  old: LineRecord | null,
  { menu, day }: EditFacts,
): LineRecord {
  return {
    line: number,
    item_id: item.id,
    sku: item.sku,
    name: item.name,
    unit: item.unit,
    quantity: change.quantity,
    unit_price_minor: item.price_minor,
    options: optionsOf(item, change, menu.currency),
    ordered_grams: gramsOf(item.unit, change.quantity, change.grams),
    packed_grams: null,
    substitution: old ? { preference: old.substitution?.preference ?? null, replaces: old.substitution?.replaces ?? old.name } : null,
    tax_ppm: taxRateOn(item.tax_rates, day),
    amount_minor: 0,
    discount_minor: old?.discount_minor ?? 0,
    tax_minor: 0,
    note: change.note || null,
  }
}

function changed(change: Extract<OrderLineChange, { type: 'change' }>, old: LineRecord, facts: EditFacts): OneEdited {
  const quantity = change.quantity ?? old.quantity
  const item = facts.menu.items.find(({ id }) => id === old.item_id)
  // What was ordered keeps its price: a choice costs in proportion to that, and one that stays as much as it did.
  const options =
    isChosenAnew(change) && item
      ? optionsOf({ ...item, price_minor: old.unit_price_minor }, rechosen(chosenIn(old.options), change), facts.menu.currency).map(
          (option) => old.options.find(({ group, choice }) => group === option.group && choice === option.choice) ?? option,
        )
      : old.options
  const line = priced(
    {
      ...old,
      quantity,
      options,
      ordered_grams: totalGrams(old.unit, quantity, change.grams ?? eachGrams(old)),
      note: change.note === undefined ? old.note : change.note || null,
    },
    old,
    facts,
  )
  const told = [
    ...(amountWords(line) === amountWords(old) ? [] : [`${amountWords(old)} → ${amountWords(line)}`]),
    ...rechosenWords(old.options, line.options),
    ...(line.note === old.note ? [] : [line.note ? `note “${line.note}”` : 'note removed']),
  ]
  return { line, told: told.length > 0 ? `${old.name}: ${told.join(', ')}` : null }
}

/** The line with what it comes to, its discount in proportion to what it came to before, and its tax. */
function priced(line: LineRecord, old: LineRecord | null, { menu, rules }: EditFacts): LineRecord {
  const inCurrency = (minor: number): Money => money(minor, menu.currency)
  const amount = lineAmount(inCurrency(pieceMinorOf(line)), line.unit, line.quantity, line.ordered_grams)
  const discount = inCurrency(inProportion(old?.discount_minor ?? 0, old?.amount_minor ?? 0, amount.minor))
  return {
    ...line,
    amount_minor: amount.minor,
    discount_minor: discount.minor,
    tax_minor: lineTax(amount, discount, line.tax_ppm, rules).minor,
  }
}

function inProportion(part: number, of: number, to: number): number {
  if (to >= of || of === 0) return Math.min(part, to)
  return Number(divideHalfUp(BigInt(part) * BigInt(to), BigInt(of)))
}

function isChosenAnew({ choices, addons }: OrderLineChange & { type: 'change' }): boolean {
  return choices !== undefined || addons !== undefined
}

function rechosenWords(before: LineRecord['options'], after: LineRecord['options']): string[] {
  const groups = [...new Set([...before, ...after].map(({ group }) => group))]
  const of = (options: LineRecord['options'], name: string) =>
    options
      .filter(({ group }) => group === name)
      .map(({ choice }) => choice)
      .join(', ')
  return groups.flatMap((group) => {
    const [was, is] = [of(before, group), of(after, group)]
    return was === is ? [] : [`${group} ${was ? `${was} → ` : ''}${is || 'none'}`]
  })
}

function eachGrams({ ordered_grams, quantity }: LineRecord): number | null {
  return ordered_grams === null ? null : Math.round(ordered_grams / quantity)
}

function totalGrams(unit: LineRecord['unit'], quantity: number, each: number | null): number | null {
  return each === null ? null : gramsOf(unit, quantity, each)
}

/** How much of a line was ordered: `2 ×`, `850 g`. */
export function amountWords({ quantity, ordered_grams }: Pick<LineRecord, 'quantity' | 'ordered_grams'>): string {
  return ordered_grams === null ? `${quantity} ×` : formatWeight(ordered_grams)
}
