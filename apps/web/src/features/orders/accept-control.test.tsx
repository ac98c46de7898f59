import { addMinutes, boardStages, currentInstant, type OrderBoard, type OrderCard } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendAllHeld } from '#api/held.ts'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { inStages } from './in-stages.ts'
import { actionsOf } from './order-actions.tsx'

const order = (given: Partial<OrderCard> = {}) =>
  ({
    id: 'o1',
    version: 2,
    number: 'FTK-15950',
    status: 'pending',
    customerName: 'Anila Varghese',
    store: { id: 's1', name: 'Jyothis Bazaar' },
    paymentState: 'due',
    total: { minor: 25_000, currency: 'INR' },
    credit: { minor: 0, currency: 'INR' },
    due: { minor: 25_000, currency: 'INR' },
    storePrepMinutes: 17,
    rejectsAt: addMinutes(currentInstant(), 8),
    allowed: [
      { action: 'accept', because: null },
      { action: 'reject', because: null },
    ],
    ...given,
  }) as OrderCard

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'POST /orders/o1/accept': order({ version: 3 }) })
})
afterEach(() => server.close())

test("a waiting order is accepted with its store's own minutes; minus and plus go by fives", async () => {
  const { store } = renderAt('/', <ActionBar actions={actionsOf(order())} row={order()} />)
  const accept = () => screen.getByRole('button', { name: /^Accept · / }).textContent
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  expect(accept()).toContain('17 min')
  press('More time to prepare')
  expect(accept()).toContain('20 min')
  press('Less time to prepare')
  press('Less time to prepare')
  expect(accept()).toContain('10 min')
  expect(screen.getByRole('button', { name: 'Reject order' }).className).not.toContain('danger')
  fireEvent.keyDown(document.body, { key: 'a' })
  await waitFor(() => expect(store.getState().snackBar.message).toBe('FTK-15950 accepted, ready in 10 min'))
  sendAllHeld()
  await waitFor(() => expect(server.seen.at(-1)?.body).toEqual({ version: 2, prepMinutes: 10 }))
})

test('minutes that were chosen are there again when the card of an order comes back', () => {
  const own = order({ id: 'o3' as OrderCard['id'] })
  const { unmount } = renderAt('/', <ActionBar actions={actionsOf(own)} row={own} />)
  fireEvent.click(screen.getByRole('button', { name: 'More time to prepare' }))
  unmount()
  renderAt('/', <ActionBar actions={actionsOf(own)} row={own} />)
  expect(screen.getByRole('button', { name: /^Accept · / }).textContent).toContain('20 min')
})

test('before a rejection it says whether a payment goes back', () => {
  const question = (paymentState: OrderCard['paymentState']) => {
    const row = order({ paymentState })
    return actionsOf(row)
      .find(({ key }) => key === 'reject')
      ?.question?.(row)
  }
  expect(question('due')).toBe('FTK-15950, Anila Varghese. Nothing has been paid yet.')
  expect(question('captured')).toBe('FTK-15950, Anila Varghese. Any payment is voided or refunded.')
})

test('the last seconds before an order is rejected by itself are not waited away', async () => {
  const late = order({ id: 'o2' as OrderCard['id'], rejectsAt: addMinutes(currentInstant(), 0.2) })
  renderAt('/', <ActionBar actions={actionsOf(late)} row={late} />)
  fireEvent.click(screen.getByRole('button', { name: /^Accept · 17 min/ }))
  await waitFor(() => expect(server.seen).toHaveLength(1))
})

test('a card stands in the column of its status, whatever column it came in', () => {
  const keys = Object.keys(boardStages) as (keyof typeof boardStages)[]
  const cards = {
    pending: [order({ status: 'accepted' }), order({ id: 'o3' as never })],
    accepted: [order({ id: 'o0' as never, status: 'accepted' })],
  }
  const columns = keys.map((key) => ({ key, total: key === 'pending' ? 70 : 1, cards: cards[key as 'pending'] ?? [] }))
  const [pending, accepted] = inStages({ columns } as OrderBoard).columns
  expect(pending).toMatchObject({ total: 69, cards: [{ id: 'o3' }] })
  expect(accepted).toMatchObject({ total: 2, cards: [{ id: 'o0' }, { id: 'o1' }] })
})
