import type { Order } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { againOf } from './order-again.tsx'
// What opens at the press is compiled before it: that is no part of what a press takes.
import '#kit/actions/ask-dialog.tsx'
import './again-inputs.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const order = {
  id: 'o1',
  version: 3,
  number: 'FTK-1',
  customerName: 'Anjali Menon',
  store: { id: 's1', name: 'Fish Cove' },
  timeZone: 'Asia/Kolkata',
  lines: [{ line: 1, name: 'Idli', quantity: 2, orderedGrams: null, options: [] }],
  slotFrom: null,
  slotTo: null,
  allowed: [{ action: 'again', because: null }],
} as unknown as Order
const quote = {
  lines: [{ line: 1, name: 'Idli', amount: inr(8_000), because: null, isLeftOut: false }],
  ...{ before: inr(9_000), total: inr(9_000), credit: inr(0), toPay: inr(9_000), wallet: inr(0), items: inr(8_000) },
  ...{ packing: inr(0), delivery: inr(0), tax: inr(1_000), pricesIncludeTax: false, takesOnline: false },
  promisedAt: '2026-11-21T03:30:00.000Z',
  nextSlot: null,
  problems: [],
}
const slot = { from: '2026-11-21T02:30:00.000Z', to: '2026-11-21T03:30:00.000Z' }
const closed = 'Fish Cove is closed. Opens Nov 21, 2026, 8:00 AM IST.'

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'POST /orders/o1/again': { ...order, id: 'o2', number: 'FTK-2' } })
})
afterEach(() => server.close())

const open = async () => {
  const view = renderAt('/', <ActionBar actions={[againOf(order)]} row={order} />)
  fireEvent.click(screen.getByRole('button', { name: 'Order again' }))
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Order again' })) }
}

test('of a shut store it says when it opens, and one press asks for the slot that is offered', async () => {
  server.answer({ 'POST /orders/o1/again/preview': { ...quote, problems: [{ field: 'slot', message: closed }], nextSlot: slot } })
  const { dialog } = await open()
  const offer = await dialog.findByRole('button', { name: 'Order for Nov 21, 2026, 8:00 AM to 9:00 AM' })
  expect(dialog.getAllByText(closed), 'once, where it can be mended').toHaveLength(1)
  server.answer({ 'POST /orders/o1/again/preview': quote })
  fireEvent.click(offer)
  await waitFor(() => expect(server.callsOf('POST /orders/o1/again/preview').at(-1)?.body).toEqual({ paymentMethod: 'cash', slot }))
  await waitFor(() => expect(dialog.queryByText(closed)).toBeNull())
  expect(dialog.queryByRole('button', { name: /^Order for/ })).toBeNull()
  expect([dialog.getByLabelText('From'), dialog.getByLabelText('Until')].map((input) => (input as HTMLInputElement).value)).toEqual([
    '8:00 AM',
    '9:00 AM',
  ])
  fireEvent.click(dialog.getByRole('button', { name: 'Order again' }))
  await waitFor(() =>
    expect(server.callsOf('POST /orders/o1/again')[0]?.body).toEqual({ paymentMethod: 'cash', slot, expectedTotal: inr(9_000) }),
  )
})

test('where no slot is known none is offered, and one can be typed', async () => {
  server.answer({ 'POST /orders/o1/again/preview': { ...quote, problems: [{ field: 'slot', message: 'Fish Cove is closed.' }] } })
  const { dialog } = await open()
  expect(await dialog.findByText('Fish Cove is closed.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /^Order for/ })).toBeNull()
  expect(dialog.getByLabelText('From')).toBeTruthy()
})

test('the page goes to the new order, and what says so leads back', async () => {
  server.answer({ 'POST /orders/o1/again/preview': quote })
  const { dialog, address, store } = await open()
  expect(await dialog.findByText('New total')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Order again' }))
  await waitFor(() => expect(address()).toContain('o2'))
  expect(store.getState().toasts.list.at(-1)).toMatchObject({
    message: 'FTK-2 placed',
    act: { label: 'Back to FTK-1', entity: 'order', id: 'o1' },
  })
})
