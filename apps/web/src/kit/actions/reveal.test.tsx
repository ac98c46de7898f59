import { currentInstant, formatPhone, orderContract } from '@larder/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { Reveal, revealed } from './reveal.tsx'

const masked = '+91 98••• ••512'
const phone = '+919847055512'
const row = { id: 'o1', version: 3, allowed: [{ action: 'reveal', because: null }] }

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'POST /orders/o1/reveal': { field: 'customerPhone', value: phone } })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const shown = (order = row) => (
  <Reveal endpoint={orderContract.reveal} row={order} field="customerPhone" label="customer's phone" masked={masked}>
    {(value) => <output>{value}</output>}
  </Reveal>
)

async function reveal(label = "customer's phone", shown = phone) {
  fireEvent.click(screen.getByRole('button', { name: `Reveal the ${label}` }))
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'The rider is lost' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reveal' }))
  await screen.findByText(shown)
}

test('asks why, shows the value to be copied, and hides it again; nothing of it stays in the store', async () => {
  const { store } = renderAt('/', shown())
  expect(screen.getByText(masked)).toBeTruthy()
  await reveal()
  expect(server.callsOf('POST /orders/o1/reveal').map(({ body }) => body)).toEqual([
    { field: 'customerPhone', reason: 'The rider is lost' },
  ])
  expect(screen.getByRole('button', { name: `Copy ${phone}` })).toBeTruthy()
  await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain(phone))
  fireEvent.click(screen.getByRole('button', { name: "Hide the customer's phone" }))
  expect(screen.getByText(masked)).toBeTruthy()
})

test('is masked again by itself after five minutes', async () => {
  renderAt('/', shown())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, now: Date.parse(currentInstant()) })
  await reveal()
  act(() => void vi.advanceTimersByTime(5 * 60_000))
  expect(screen.queryByText(phone)).toBeNull()
})

test('has no button where the record does not allow it', () => {
  renderAt('/', shown({ ...row, allowed: [] }))
  expect(screen.getByText(masked)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('among facts it is called as its key is, and is its masked text where there is no room for a button', async () => {
  const { label, text, cell } = revealed('customerPhone', orderContract)
  renderAt('/', <div>{cell({ ...row, customerPhone: masked })}</div>)
  expect([label, text({ ...row, customerPhone: masked })]).toEqual(['Customer phone', masked])
  await reveal('customer phone', formatPhone(phone))
})
