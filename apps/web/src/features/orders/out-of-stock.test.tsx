import type { Order } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { outOfStockOf } from './out-of-stock.tsx'
// What opens at the press is compiled before it: that is no part of what a press takes.
import '#kit/actions/ask-dialog.tsx'
import './stock-inputs.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const line = (number: number, name: string) => ({
  line: number,
  itemId: `i${number}`,
  name,
  unit: 'pc',
  quantity: 2,
  orderedGrams: null,
  packedGrams: null,
  unitPrice: inr(4_000),
  amount: inr(8_000),
  substitution: { preference: 'best-match', replaces: null },
})
const order = {
  id: 'o1',
  version: 3,
  number: 'FTK-1',
  store: { id: 's1', name: 'Fish Cove' },
  lines: [line(1, 'Idli'), line(2, 'Vada')],
  allowed: [{ action: 'outOfStock', because: null }],
} as unknown as Order
const quoted = { before: inr(16_000), total: inr(8_000), difference: inr(-8_000), refund: inr(8_000), due: inr(0), told: [], problems: [] }

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /orders/o1': order,
    'GET /orders/o1/menu': [200, []],
    'POST /orders/o1/edit/preview': quoted,
    'POST /orders/o1/out-of-stock': { ...order, version: 4 },
  })
})
afterEach(() => server.close())

test('a line is chosen and taken off for the total that was told, and its item is not sold for four hours unless said otherwise', async () => {
  renderAt('/', <ActionBar actions={[outOfStockOf(true)]} row={order} />)
  fireEvent.click(screen.getByRole('button', { name: 'Out of stock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Out of stock' }))
  fireEvent.click(await dialog.findByRole('radio', { name: /Vada/ }))
  expect(await dialog.findByText('Goes back to the customer')).toBeTruthy()
  expect(server.callsOf('POST /orders/o1/edit/preview').at(-1)?.body).toEqual({
    lines: [{ type: 'remove', line: 2 }],
    reason: 'item-unavailable',
  })
  expect(dialog.getByRole('radio', { name: 'Sold out for 4 h' })).toHaveProperty('checked', true)
  fireEvent.click(dialog.getByRole('button', { name: 'Out of stock' }))
  await waitFor(() =>
    expect(server.callsOf('POST /orders/o1/out-of-stock').at(-1)?.body).toEqual({
      version: 3,
      line: 2,
      snooze: 'four-hours',
      expectedTotal: inr(8_000),
    }),
  )
})

test('who may not operate menus is not asked about others', async () => {
  renderAt('/', <ActionBar actions={[outOfStockOf(false)]} row={order} />)
  fireEvent.click(screen.getByRole('button', { name: 'Out of stock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Out of stock' }))
  await dialog.findByRole('radio', { name: /Idli/ })
  expect(dialog.queryByText('For other customers')).toBeNull()
})

test.each([
  ['captured', true],
  ['due', false],
  ['authorised', false],
])('what was paid goes back: said of an order that is %s, %s', async (paymentState, isSaid) => {
  server.answer({ 'GET /orders/o1': { ...order, paymentState } })
  renderAt('/', <ActionBar actions={[outOfStockOf(true)]} row={order} />)
  fireEvent.click(screen.getByRole('button', { name: 'Out of stock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Out of stock' }))
  await dialog.findByRole('radio', { name: /Idli/ })
  expect(dialog.queryByText('What was paid for it goes back.') !== null).toBe(isSaid)
})
