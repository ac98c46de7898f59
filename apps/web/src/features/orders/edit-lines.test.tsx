import type { Order } from '@larder/contract'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { EditLinesInput } from './edit-lines-input.tsx'

const price = { minor: 30_000, currency: 'INR' }
const line = {
  line: 1,
  itemId: 'i1',
  name: 'Trevally',
  unit: 'kg',
  quantity: 2,
  orderedGrams: 2000,
  packedGrams: null,
  unitPrice: price,
  amount: price,
  options: [],
  substitution: { preference: 'best-match', replaces: null },
}
const order = { id: 'o1', version: 3, lines: [line] } as unknown as Order
const menu = [
  { id: 'i1', name: 'Trevally', unit: 'kg' },
  { id: 'i2', name: 'Mackerel', unit: 'kg' },
  { id: 'i3', name: 'Smoked mackerel', unit: 'pc' },
].map((item) => ({ ...item, category: 'Fish', price, available: true, groups: [] }))

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'GET /orders/o1/menu': [200, menu] })
})
afterEach(() => server.close())

function Lines({ onTyped }: { onTyped: (value: unknown) => void }) {
  const [value, setValue] = useState<unknown>(null)
  const onChange = (next: unknown) => {
    setValue(next)
    onTyped(next)
  }
  const field = { id: 'lines', name: 'lines', label: 'Lines', ref: null, isInvalid: false, describedBy: undefined, disabled: false }
  return <EditLinesInput {...field} order={order} value={value} onChange={onChange} onBlur={() => {}} />
}

test('another item by weight comes in the weight that was ordered; the grams of a line say how many there are of them', async () => {
  let typed: unknown
  renderAt('/', <Lines onTyped={(value) => (typed = value)} />)
  expect(await screen.findByText('g each of 2')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Substitute line 1, Trevally' }))
  expect(typed).toEqual([{ type: 'substitute', line: 1, itemId: null, quantity: 2, grams: 1000 }])
  const item = screen.getByRole('combobox', { name: 'Item, item in place of Trevally' })
  fireEvent.focus(item)
  fireEvent.change(item, { target: { value: 'Mack' } })
  fireEvent.click(await screen.findByRole('option', { name: /^Mackerel/ }))
  expect(typed).toEqual([{ type: 'substitute', line: 1, itemId: 'i2', quantity: 2, grams: 1000 }])
  expect(screen.getByText('g each of 2')).toBeTruthy()
})
