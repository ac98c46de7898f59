import type { Order } from '@larder/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { PaymentCard } from './payment-card.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
interface Given {
  paymentState: Order['paymentState']
  total: number
  captured?: number
  credit?: number
  byCredit?: number
  collected?: number
  done?: number
  pending?: number
  due?: number
  authorised?: number
}
const cardOf = ({
  paymentState,
  total,
  captured = 0,
  credit = 0,
  byCredit = 0,
  collected = 0,
  done = 0,
  pending = 0,
  due = 0,
  authorised,
}: Given) => {
  const left = inr(captured - done - pending)
  const refunding = {
    captured: inr(captured),
    credit: inr(byCredit),
    collected: inr(collected),
    done: inr(done),
    pending: inr(pending),
    left,
    asked: [],
  }
  const paid = { paymentState, paymentMethod: 'online', authorised: authorised === undefined ? null : inr(authorised) }
  const order = { id: 'o1', ...paid, total: inr(total), credit: inr(credit), due: inr(due), refunds: [], gateway: null, refunding }
  return <PaymentCard order={order as unknown as Order} />
}
const collected = { total: 10_000, captured: 10_000, collected: 10_000 }

test.each([
  ['collected', 0, 4_000, 'Collected'],
  ['collected', 4_000, 0, 'Partly refunded'],
  ['refunded', 0, 10_000, 'Refund approved'],
  ['refunded', 10_000, 0, 'Refunded'],
] as const)('of an order that is %s, with %i gone back and %i pending, it says: %s', async (paymentState, done, pending, words) => {
  renderAt('/', cardOf({ paymentState, ...collected, done, pending }))
  expect((await screen.findAllByText(words))[0]?.className).toContain('chip')
})

const told = () => {
  const terms = [...document.querySelectorAll('dt')]
  return terms.map((term) => [
    term.textContent,
    Number(term.nextElementSibling?.textContent?.replace('−', '-').replace(/[^\d.-]/g, '')) * 100,
  ])
}

// Of 1,000.00 that was paid, 200.00 was taken off by an edit, 150.00 added by the next, and 100.00 refunded.
const edited = { total: 95_000, captured: 100_000, done: 20_000, pending: 10_000, due: 15_000 }

test.each<[string, Given, [string, number][]]>([
  [
    'is to be paid by credit in part',
    { paymentState: 'due', total: 25_000, credit: 10_000, due: 15_000 },
    [
      ['Paid by credit', 10_000],
      ['Due at hand-over', 15_000],
    ],
  ],
  [
    'is held beside credit',
    { paymentState: 'authorised', total: 25_000, credit: 10_000, authorised: 15_000 },
    [
      ['Authorised, to be captured', 15_000],
      ['Paid by credit', 10_000],
    ],
  ],
  [
    'was collected beside credit, of which some went back',
    { paymentState: 'collected', total: 25_000, credit: 10_000, byCredit: 10_000, captured: 25_000, collected: 15_000, done: 4_000 },
    [
      ['Paid by credit', 10_000],
      ['Collected at hand-over', 15_000],
      ['Refunded', -4_000],
    ],
  ],
  ['was paid by credit whole', { paymentState: 'captured', total: 25_000, credit: 25_000 }, [['Paid by credit', 25_000]]],
  [
    'was edited down and up, and partly refunded',
    { paymentState: 'partially_refunded', ...edited },
    [
      ['Paid in advance', 100_000],
      ['Due at hand-over', 15_000],
      ['Refunded', -20_000],
      ['Pending refund', -10_000],
    ],
  ],
  [
    'paid the rest at the door',
    { paymentState: 'partially_refunded', ...edited, captured: 115_000, collected: 15_000, due: 0 },
    [
      ['Paid in advance', 100_000],
      ['Collected at hand-over', 15_000],
      ['Refunded', -20_000],
      ['Pending refund', -10_000],
    ],
  ],
  [
    'is authorised for less than it comes to',
    { paymentState: 'authorised', total: 95_000, due: 15_000, authorised: 80_000 },
    [
      ['Authorised, to be captured', 80_000],
      ['Due at hand-over', 15_000],
    ],
  ],
  [
    'is authorised for more than it weighs',
    { paymentState: 'authorised', total: 70_000, authorised: 80_000 },
    [
      ['Authorised', 80_000],
      ['Not captured', -10_000],
    ],
  ],
])('the lines of one that %s add up to what is below them', async (_, given, lines) => {
  renderAt('/', cardOf(given))
  const isRefunded = lines.some(([label]) => /refund/i.test(label))
  const last = isRefunded ? 'Net of refunds' : 'Total'
  await screen.findByText(last)
  const sum = lines.reduce((all, [, minor]) => all + minor, 0)
  expect(told()).toEqual([...lines, [last, sum]])
})

test.each<Given>([
  { paymentState: 'captured', total: 10_000, captured: 10_000 },
  { paymentState: 'authorised', total: 10_000, authorised: 10_000 },
  { paymentState: 'due', total: 10_000, due: 10_000 },
])('what was only $paymentState is told by its total alone', async (given) => {
  renderAt('/', cardOf(given))
  await screen.findByText('Payment')
  expect(told()).toEqual([])
})
