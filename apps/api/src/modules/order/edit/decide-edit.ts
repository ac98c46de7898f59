import {
  type Instant,
  type LocalDate,
  type Money,
  money,
  type OrderEdit,
  type OrderEditPreview,
  type OrderLineChange,
  type OrderMover,
  orderEditParts,
} from '@larder/contract'
import { limitOf } from '#kit/authorize.ts'
import { format } from '#kit/format.ts'
import { type Settlement, settleEdit } from '../act/payment.ts'
import type { Judge } from '../act/policy.ts'
import { dueAtHandOver, givenAlone, leftOf, type RefundedOrder } from '../act/refundable.ts'
import type { GivenReason, Verdict } from '../act/verdict.ts'
import type { SellingStore } from '../place/selling.ts'
import { taxRulesOf } from '../place/tax.ts'
import type { LineRecord, OrderRecord, RuleFacts } from '../read/record.ts'
import { amountWords, type EditFacts, type EditProblem } from './edit-lines.ts'
import { type PricedEdit, priceEdit } from './price-edit.ts'
import { whyNotEdit, whyNotPart } from './whether-editable.ts'

/** What somebody wants to be otherwise in an order, for the total that they saw. */
export interface EditAct {
  action: 'edit'
  edit: OrderEdit
  expectedTotal: Money
  reason: GivenReason
  /** The store with the items in question, as it sells now. */
  menu: SellingStore
  /** By whose rates what is added is taxed. */
  day: LocalDate
  /** The line whose item is not sold to others either, and until when, in words. */
  notSold?: { line: number; until: string }
  /** What its caller calls a field of the edit. */
  fieldOf?: (field: string) => string
}

type Editable = OrderRecord & RuleFacts & RefundedOrder & { lines: readonly LineRecord[] }
interface Editing extends Judge {
  mover: OrderMover
}

/** What an edit comes to: its price, its payment, and what stands in its way. */
interface Weighed {
  priced: PricedEdit
  settled: Settlement
  problems: EditProblem[]
  refundMinor: number
  dueMinor: number
}

/** An edit of an order that runs, within what may be edited of it, for the total that was told before. Pure. */
export function decideEdit(order: Editable, act: EditAct, moment: Editing): Verdict {
  const because = whyNotEdit(order)
  if (because) return { refused: because }
  const weighed = weigh(order, act, moment)
  const { priced, settled } = weighed
  const problems = weighed.problems.map(({ field, message }) => ({ field: act.fieldOf?.(field) ?? field, message }))
  const [first] = problems
  if (first) return { misfit: { ...misfitOf(first), reason: 'cannot-be-edited', fields: fieldsOf(problems) } }
  const above = aboveLimit(order, priced, moment)
  if (above) return { refused: { reason: 'above-limit', message: above } }
  const { total } = priced.totals
  if (act.expectedTotal.minor !== total.minor || act.expectedTotal.currency !== total.currency) {
    const words = format().money(total)
    const message = `The order would come to ${words}, not ${format().money(act.expectedTotal)}. Look at it again.`
    const fields = { 'body.expectedTotal': `is not what it comes to, ${words}` }
    return { refused: { reason: 'edit-price-changed', message, fields, current: { total } } }
  }
  const { state, refund, moved, dueMinor, creditMinor } = settled
  return {
    changes: {
      ...priced.changes,
      ...countedWith(order, priced, moment),
      payment_state: state,
      due_minor: dueMinor,
      credit_minor: creditMinor,
    },
    lines: [],
    rewritten: { written: priced.written, removed: priced.removed },
    payment: { refund, moved },
    reason: act.reason.code,
    told: [toldWords(order, weighed), notSoldWords(order, act)].filter(Boolean).join('; '),
    facts: { old: { lines: linesWords(order.lines) }, new: { lines: linesWords(priced.lines) } },
  }
}

/** What an edit would come to, told and not done. Pure. */
export function previewOf(
  order: Editable,
  act: Pick<EditAct, 'edit' | 'menu' | 'day'> & { reason: GivenReason | null },
  moment: Editing,
): OrderEditPreview {
  const { priced, problems, refundMinor, dueMinor } = weigh(order, act, moment)
  const inCurrency = (minor: number) => money(minor, order.currency)
  const { totals, told } = priced
  const above = aboveLimit(order, priced, moment)
  return {
    ...totals,
    before: inCurrency(order.total_minor),
    difference: inCurrency(totals.total.minor - order.total_minor),
    refund: inCurrency(refundMinor),
    due: inCurrency(dueMinor),
    told,
    problems: above ? [...problems, { field: 'expectedTotal', message: above }] : problems,
  }
}

function weigh(order: Editable, act: Pick<EditAct, 'edit' | 'menu' | 'day'> & { reason: GivenReason | null }, moment: Editing): Weighed {
  const priced = priceEdit(order, act.edit, factsOf(order, act, moment.now), act.reason?.party === 'customer')
  const settled = settleEdit(order, priced.changes.total_minor, act.reason ?? nobodys)
  const dueMinor = dueAtHandOver({
    ...order,
    payment_state: settled.state,
    total_minor: priced.changes.total_minor,
    credit_minor: settled.creditMinor,
    due_minor: settled.dueMinor,
  })
  const undone = order.refunds.filter(({ id }) => settled.moved.some((each) => each.id === id))
  const refundMinor = (settled.refund?.amountMinor ?? 0) - undone.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const problems = [
    ...partProblems(order, act.edit, moment),
    ...priced.problems,
    ...(moment.mover === 'store' ? beyondStore(order, act.edit, priced) : []),
    ...beyondLeft(order, refundMinor),
  ]
  return { priced, settled, problems, refundMinor: Math.max(0, refundMinor), dueMinor }
}

const nobodys = { code: '', party: 'platform' } as const

function factsOf(order: Editable, { menu, day }: Pick<EditAct, 'menu' | 'day'>, now: Instant): EditFacts {
  return { menu, now, day, rules: taxRulesOf(order), isForLater: order.timing === 'slot' }
}

function partProblems(order: Editable, edit: OrderEdit, { mover }: Editing): EditProblem[] {
  const parts = orderEditParts.filter((part) => edit[part] !== undefined)
  return parts.flatMap((part) => {
    const because = whyNotPart(order, part, mover)
    return because ? [{ field: part, message: because }] : []
  })
}

// What a store has not got it takes away or sends something else for, by which nobody pays more; whatever is more is for the marketplace to say.
function beyondStore(order: Editable, { lines: changes = [] }: OrderEdit, priced: PricedEdit): EditProblem[] {
  const { lines } = order
  const more = changes.flatMap((change, at) => {
    const field = `lines.${at}.${change.type === 'add' ? 'itemId' : 'quantity'}`
    if (change.type === 'add') return [{ field, message: 'is not added by a store' }]
    const old = change.type === 'change' ? lines.find(({ line }) => line === change.line) : undefined
    const isMore = change.type === 'change' && old && (change.quantity ?? 0) > old.quantity
    const isOther = change.type === 'change' && (change.grams !== undefined || change.choices !== undefined || change.addons !== undefined)
    return isMore || isOther ? [{ field, message: 'may only become less by its store' }] : []
  })
  return more.length > 0 ? more : dearerByStore(order, changes, priced)
}

/** What makes an order dearer, at what stands in the place of something that came to less. */
function dearerByStore(order: Editable, changes: readonly OrderLineChange[], priced: PricedEdit): EditProblem[] {
  const { lines, total_minor: before, currency, prices_include_tax: includesTax } = order
  const { total_minor: after } = priced.changes
  if (changes.length === 0 || after <= before) return []
  const words = (minor: number) => format().money(money(minor, currency))
  const message = `would make the order dearer, ${words(after)} instead of ${words(before)}: by its store an order never comes to more`
  const worth = (all: readonly LineRecord[], number: number) => {
    const line = all.find((each) => each.line === number)
    return line ? line.amount_minor - line.discount_minor + (includesTax ? 0 : line.tax_minor) : 0
  }
  const dearer = changes.flatMap((change, at) =>
    change.type === 'substitute' && worth(priced.lines, change.line) > worth(lines, change.line) ? [`lines.${at}.quantity`] : [],
  )
  return (dearer.length > 0 ? dearer : ['lines']).map((field) => ({ field, message }))
}

function beyondLeft(order: Editable, refundMinor: number): EditProblem[] {
  const { left } = leftOf(order)
  if (refundMinor <= left) return []
  const words = (minor: number) => format().money(money(minor, order.currency))
  return [{ field: 'lines', message: `would give back ${words(refundMinor)}, and ${words(left)} is left of what was paid` }]
}

/**
 * Why staff may not edit it so by themselves, in words: what edits, refunds and other remedies have taken off or given without approval counts together,
 * and so does what edits have added (0078).
 */
function aboveLimit(order: Editable, { changes }: PricedEdit, { actor, mover }: Editing): string | null {
  const limit = mover === 'staff' ? limitOf(actor, 'order.edit', order.currency) : null
  const more = changes.total_minor - order.total_minor
  const before = more < 0 ? givenAlone(order) : order.edited_more_minor
  const sum = before + Math.abs(more)
  if (limit === null || more === 0 || sum <= limit) return null
  const words = (minor: number) => format().money(money(minor, order.currency))
  const [does, did] = more < 0 ? ['take off', 'was taken off or given for this order'] : ['add', 'edits have added to this order']
  const together = before === 0 ? '' : `. With ${words(before)} that ${did} without approval before, that is ${words(sum)}`
  return `This would ${does} ${words(Math.abs(more))}${together}: more than your limit of ${words(limit)} for one order. Someone with a higher limit has to do it.`
}

/** The same with this edit, where staff make it. */
function countedWith(
  { total_minor, edited_less_minor: less, edited_more_minor: more }: Editable,
  { changes }: PricedEdit,
  { mover }: Editing,
) {
  const moved = mover === 'staff' ? changes.total_minor - total_minor : 0
  return { edited_less_minor: less + Math.max(0, -moved), edited_more_minor: more + Math.max(0, moved) }
}

const mostTold = 12

function toldWords(order: Editable, { priced, settled, refundMinor, dueMinor }: Weighed): string {
  const returnedMinor = order.credit_minor - settled.creditMinor
  const words = (minor: number) => format().money(money(minor, order.currency))
  const { told, changes } = priced
  const rest = told.length > mostTold ? [`and ${told.length - mostTold} more changes`] : []
  const price = changes.total_minor === order.total_minor ? [] : [`Total: ${words(order.total_minor)} → ${words(changes.total_minor)}`]
  return [
    ...told.slice(0, mostTold),
    ...rest,
    ...price,
    ...(refundMinor > 0 ? [`${words(refundMinor)} goes back`] : []),
    ...(returnedMinor > 0 ? [`${words(returnedMinor)} of credit returns`] : []),
    ...(dueMinor > 0 && dueMinor !== dueAtHandOver(order) ? [`${words(dueMinor)} is due at hand-over`] : []),
  ].join('; ')
}

function notSoldWords({ lines }: Editable, { notSold }: EditAct): string | null {
  const line = notSold && lines.find((each) => each.line === notSold.line)
  return line ? `${line.name} is not sold until ${notSold.until}` : null
}

function linesWords(lines: readonly LineRecord[]): string[] {
  return lines.map((line) => `${amountWords(line)} ${line.name}`)
}

function misfitOf({ field, message }: EditProblem) {
  return { field: `body.${field}`, message }
}

function fieldsOf(problems: readonly EditProblem[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [`body.${field}`, message]).toReversed())
}
