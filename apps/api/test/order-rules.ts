import { instantOf, orderTransitions, paymentTransitions } from '@larder/contract'
import { bookingsOf } from '../src/modules/ledger/booking.ts'
import { bookingsOfLife } from '../src/modules/ledger/life.ts'
import { differenceOf, type Position, positionOf } from '../src/modules/ledger/position.ts'
import type { DecidedOrder } from '../src/modules/order/act/decide.ts'
import { capturedOf, inMoney, paidByCredit, payableOf, spentOf } from '../src/modules/order/act/refundable.ts'
import { start } from './order-lives.ts'

/** One step of an order's life, with what the ledger said of it before. */
export interface Lived {
  before: DecidedOrder | null
  after: DecidedOrder
  action: string | null
  booked: Position
}

/** What the ledger says after a step, and the rules of money that it breaks. Pure. */
export function judgeStep({ before, after, action, booked }: Lived): { booked: Position; broken: string[] } {
  const bookings = bookingsOf(before, after)
  const now = addUp([booked, ...bookings.map(({ moved }) => moved)])
  const going = after.refunds.filter(({ state }) => state !== 'declined')
  const owed = sumOf(inMoney(going).map((refund) => refund.amount_minor))
  const asCredit = sumOf(going.map((refund) => refund.amount_minor)) - owed
  const broken = {
    'the total is lines less discounts, with charges, taxes and rounding':
      after.total_minor ===
      after.items_minor +
        after.packing_minor +
        after.delivery_minor -
        after.discount_minor +
        (after.prices_include_tax ? 0 : after.tax_minor) +
        after.tip_minor +
        after.rounding_minor,
    'items are the sum of the lines': after.items_minor === sumOf(after.lines.map(({ amount_minor }) => amount_minor)),
    'no more goes back than was captured':
      owed <= (after.payment_state === 'voided' ? payableOf(after) - after.due_minor : capturedOf(after)) && after.due_minor >= 0,
    'of what is authorised, what it comes to beyond is due':
      after.payment_state !== 'authorised' ||
      after.due_minor + after.collected_minor === Math.max(0, payableOf(after) - (after.authorised_minor ?? Number.NaN)),
    'credits pay at most the total, and as much goes back as credit as they have paid':
      after.credit_minor >= 0 && after.credit_minor <= after.total_minor && asCredit <= paidByCredit(after),
    'what the wallet has given is what the books say of it': (now['wallet-credits'] ?? 0) === spentOf(after) && spentOf(after) >= 0,
    'what is handed over and paid owes nothing and is owed nothing':
      after.status !== 'delivered' || after.payment_state === 'authorised' || (now.customers ?? 0) === 0,
    'a refund is borne in exact parts, and is what its lines are': after.refunds.every(
      (refund) =>
        refund.amount_minor > 0 &&
        refund.store_minor + refund.platform_minor + refund.rider_minor === refund.amount_minor &&
        (refund.lines.length === 0 || sumOf(refund.lines.map(({ amount }) => amount.minor)) === refund.amount_minor),
    ),
    'every entry balances over two accounts at least': bookings.every(({ moved }) => {
      const amounts = Object.values(moved)
      return amounts.length >= 2 && sumOf(amounts) === 0 && amounts.every((amount) => amount !== 0 && Number.isSafeInteger(amount))
    }),
    'what was booked step by step is what the order stands at': isSame(now, positionOf(after)),
    'it moves along its table': before === null || before.status === after.status || isAlong(before.status, after.status, action),
    'payment moves along its table':
      before === null ||
      before.payment_state === after.payment_state ||
      paymentTransitions[before.payment_state].includes(after.payment_state),
  }
  return { booked: now, broken: Object.entries(broken).flatMap(([rule, holds]) => (holds ? [] : [rule])) }
}

/** Whether the row alone tells the same as what was booked step by step. Pure. */
export function isToldByRow(order: DecidedOrder): boolean {
  const booked = bookingsOfLife({ ...order, ...moments, refunds: order.refunds.map(lately) })
  return isSame(addUp(booked.map(({ moved }) => moved)), positionOf(order))
}

const at = instantOf(start)
const moments = { placed_at: at, pending_at: at, ready_at: at, delivered_at: at, ended_at: at, updated_at: at }
const lately = (refund: DecidedOrder['refunds'][number]) => ({ ...refund, updated_at: at })

// What is paid goes on by itself, as the timer would send it.
function isAlong(from: DecidedOrder['status'], to: DecidedOrder['status'], action: string | null): boolean {
  if (action === 'payment') return from === 'placed' && to === 'pending'
  return orderTransitions.some((each) => each.action === action && each.from.includes(from) && each.to === to)
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

function addUp(positions: readonly Position[]): Position {
  const sum: Record<string, number> = {}
  for (const position of positions) for (const [account, amount] of Object.entries(position)) sum[account] = (sum[account] ?? 0) + amount
  return differenceOf({}, sum as Position)
}

const isSame = (one: Position, other: Position) => Object.keys(differenceOf(one, other)).length === 0
