import type { Order, OrderRemedy } from '@larder/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { OrderRemedies } from './order-remedies.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const order = { id: 'o1', number: 'FTK-1', timeZone: 'Asia/Kolkata' } as unknown as Order
const given = (id: string, more: Partial<OrderRemedy>) => ({
  ...{ id, isWaiting: false, kind: 'credit', amount: inr(5_000), ticket: { id: 't1', name: 'T-00002' }, by: 'Devi Menon' },
  ...{ at: '2026-11-20T08:00:00.000Z', checkedBy: null, replacement: null },
  ...more,
})
const all = [
  given('r3', { isWaiting: true, amount: inr(60_000), by: 'Hari Pillai' }),
  given('r2', { kind: 'replacement', checkedBy: 'Lena Roy', replacement: { id: 'o2', name: 'FTK-9' } }),
  given('r1', {}),
]

let server: ApiServer
afterEach(() => server.close())

test('an order says what was given for it, by whom, on which ticket, and what waits for approval', async () => {
  server = await startApiServer({ 'GET /orders/o1/remedies': [200, all] })
  renderAt('/', <OrderRemedies order={order} />)
  expect(await screen.findByText('Remedies')).toBeTruthy()
  const told = screen.getAllByText(/, by /).map((line) => line.parentElement?.textContent)
  expect(told).toEqual([
    expect.stringMatching(/^Credit: ₹600\.00, by Hari PillaiWaits for approval, .*, on T-00002$/),
    expect.stringMatching(/^Replacement: ₹50\.00, by Devi MenonGiven, approved by Lena Roy, .*, on T-00002, sent anew as FTK-9$/),
    expect.stringMatching(/^Credit: ₹50\.00, by Devi MenonGiven, .*, on T-00002$/),
  ])
})

test('of an order without any, and for whoever sees no refunds, nothing is shown', async () => {
  server = await startApiServer({ 'GET /orders/o1/remedies': [200, all] })
  const seesNone = person({ isAdmin: false, permissions: ['order.view'] })
  const { container, unmount } = renderAt('/', <OrderRemedies order={order} />, { who: seesNone })
  expect(container.textContent).not.toContain('Remedies')
  expect(server.callsOf('GET /orders/o1/remedies')).toEqual([])
  unmount()
  server.answer({ 'GET /orders/o1/remedies': [200, []] })
  renderAt('/', <OrderRemedies order={order} />)
  await expect.poll(() => server.callsOf('GET /orders/o1/remedies').length).toBe(1)
  expect(screen.queryByText('Remedies')).toBeNull()
})
