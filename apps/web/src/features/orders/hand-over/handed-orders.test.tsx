import { addMinutes, formatOf, type HandedOver, instantOf } from '@larder/contract'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { initialConventions } from '#kit/format.ts'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { HandedOrders } from './handed-orders.tsx'

const givenAt = instantOf(Date.parse('2026-11-29T12:00:00.000Z'))
const slotFrom = addMinutes(givenAt, 24 * 60)
const order = {
  orderId: 'o1',
  number: 'EKM-15950',
  vertical: 'cakes',
  status: 'accepted',
  store: 'Sweet Crust',
  placedAt: givenAt,
  since: givenAt,
  promisedAt: addMinutes(slotFrom, 60),
  delays: 0,
  slotFrom,
  slotTo: addMinutes(slotFrom, 60),
  timeZone: 'Asia/Kolkata',
  waitsFor: 'store',
  riderName: null,
  claimedBy: null,
  note: null,
  takenBy: null,
  now: null,
} as unknown as HandedOver

const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }
let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'GET /hand-overs/h1/orders': [200, [order, { ...order, orderId: 'o2', slotFrom: null, slotTo: null }]] })
})
afterEach(() => {
  happyDOM.setViewport({ width: 1024, height: 768 })
  return server.close()
})

test('of an order for a slot a hand-over says for when it is, by the clock of its branch', async () => {
  renderAt('/', <HandedOrders id="h1" givenAt={givenAt} />)
  const { instant } = formatOf(initialConventions)
  const words = `for ${instant(slotFrom, 'dateTime', 'Asia/Kolkata')} to ${instant(addMinutes(slotFrom, 60), 'time', 'Asia/Kolkata')}`
  expect(await screen.findAllByText(words)).toHaveLength(1)
})

test('on a phone each order of a hand-over is a card', async () => {
  happyDOM.setViewport({ width: 390, height: 844 })
  renderAt('/', <HandedOrders id="h1" givenAt={givenAt} />)
  const cards = within(await screen.findByRole('list', { name: 'Open orders' })).getAllByRole('listitem')
  expect(cards).toHaveLength(2)
  expect(cards[0]?.textContent).toContain('EKM-15950')
})
