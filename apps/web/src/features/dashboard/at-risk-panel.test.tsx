import { type AtRisk, addSeconds, currentInstant, type OrderCard } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { sendAllHeld } from '#api/held.ts'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { AtRiskPanel } from './at-risk-panel.tsx'
import { countdownWords } from './countdown.tsx'

const may = (...actions: string[]) => actions.map((action) => ({ action, because: null }))
const risk = (number: string, given: Partial<AtRisk>, order: Partial<OrderCard> = {}) => ({
  order: { id: number, number, version: 2, vertical: 'fish', store: { id: 's1', name: 'Fish Cove' }, allowed: [], ...order },
  threat: 'late',
  deadline: addSeconds(currentInstant(), 200),
  because: 'preparing-late',
  remedy: 'call-store',
  store: null,
  rider: null,
  customerPhone: '+91 ••• 345',
  ...given,
})
const store = { name: 'Fish Cove', phone: '+914842345678' }

let server: ApiServer
afterEach(() => server.close())
const open = async (...risks: object[]) => {
  server = await startApiServer({ 'GET /dashboard/at-risk': [200, risks], 'POST /orders/FTK-3/accept': { id: 'FTK-3', version: 3 } })
  return renderAt('/', <AtRiskPanel asked={{}} />)
}

test('a call is a call: the number is dialled, and its button says whom it calls', async () => {
  await open(risk('FTK-1', { store }), risk('FTK-2', { store: { name: 'Dosa Pura', phone: '+914842349999' } }))
  const call = await screen.findByRole('link', { name: 'Call the store: Fish Cove' })
  expect(call.getAttribute('href')).toBe('tel:+914842345678')
  expect(screen.getByRole('link', { name: 'Call the store: Dosa Pura' }).getAttribute('href')).toBe('tel:+914842349999')
})

test('whoever may be called stands behind the phone, the customer masked until it is revealed', async () => {
  await open(risk('FTK-1', { store, rider: { name: 'Biju', phone: '+919847011111' } }, { customerName: 'Anila', allowed: may('reveal') }))
  fireEvent.click(await screen.findByRole('button', { name: 'Call about FTK-1' }))
  expect(await screen.findByText('Biju')).toBeTruthy()
  expect(screen.getByText('+91 ••• 345')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Reveal the customer's phone/ }))
  expect(await screen.findByRole('dialog', { name: /Reveal the customer's phone/ })).toBeTruthy()
})

test('the remedy is done where it stands, by its key too; what the state forbids is not offered', async () => {
  const waiting = { storePrepMinutes: 17, rejectsAt: addSeconds(currentInstant(), 200), status: 'pending' as const }
  await open(risk('FTK-3', { threat: 'rejected', remedy: 'accept', because: 'not-accepted' }, { ...waiting, allowed: may('accept') }))
  await screen.findByRole('button', { name: /^Accept · 17 min/ })
  expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'j' })
  await waitFor(() => expect(document.querySelector('[aria-current]')?.getAttribute('data-row')).toBe('FTK-3'))
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(await screen.findByRole('button', { name: /^Undo/ })).toBeTruthy()
  sendAllHeld()
  await waitFor(() =>
    expect(server.callsOf('POST /orders/FTK-3/accept').map(({ body }) => body)).toEqual([{ version: 2, prepMinutes: 17 }]),
  )
})

test.each([
  ['rejected', 245, { figure: '4:05', words: 'to auto-reject', isOver: false }],
  ['rejected', -2, { figure: '0:00', words: 'to auto-reject', isOver: true }],
  ['late', 59, { figure: '0:59', words: 'until late', isOver: false }],
  ['late', 1500, { figure: '25 min', words: 'until late', isOver: false }],
  ['late', -30, { figure: '<1 min', words: 'late', isOver: true }],
  ['late', -200, { figure: '3 min', words: 'late', isOver: true }],
] as const)('what is %s in %d seconds', (threat, seconds, expected) => {
  const now = currentInstant()
  expect(countdownWords({ threat, deadline: addSeconds(now, seconds) }, now)).toEqual(expected)
})
