import type { Order } from '@larder/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { PaymentCard } from './payment-card.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const cardOf = (paymentState: Order['paymentState'], done: number, pending: number) => {
  const refunding = { captured: inr(10_000), done: inr(done), pending: inr(pending), left: inr(10_000 - done - pending), asked: [] }
  const order = { id: 'o1', paymentState, paymentMethod: 'cash', total: inr(10_000), due: inr(0), refunds: [], gateway: null, refunding }
  return <PaymentCard order={order as unknown as Order} />
}

test.each([
  ['collected', 0, 4_000, 'Collected'],
  ['collected', 4_000, 0, 'Partly refunded'],
  ['refunded', 0, 10_000, 'Refund approved'],
  ['refunded', 10_000, 0, 'Refunded'],
] as const)('of an order that is %s, with %i gone back and %i pending, it says: %s', async (state, done, pending, words) => {
  renderAt('/', cardOf(state, done, pending))
  expect((await screen.findAllByText(words))[0]?.className).toContain('chip')
  const term = screen.getByText('Pending refund')
  expect(term.nextElementSibling?.textContent).toBe(`₹${pending / 100}.00`)
})
