import type { RemedyProposal, Ticket } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { remedyActs } from './remedy-acts.tsx'
// What opens at the press is compiled before it: that is no part of what a press takes.
import '#kit/actions/ask-dialog.tsx'
import '#entities/order/bearers-input.tsx'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const ticket = {
  id: '01890000-0000-7000-8000-000000000001',
  number: 'T-00001',
  version: 3,
  order: { id: 'o1', name: 'FTK-1' },
  customer: { id: 'c1', name: 'Isha Nair' },
  store: { id: 's1', name: 'Fish Cove' },
  lines: [],
  allowed: [{ action: 'create', because: null }],
} as unknown as Ticket
const unlimited = { alone: null, givenAlone: inr(0), sumOf: 'order' as const }
const limits = {
  left: inr(50_000),
  captured: inr(50_000),
  worth: inr(50_000),
  goesBack: true,
  ...unlimited,
  toStore: unlimited,
  approvers: [],
}
const proposal: RemedyProposal = { shares: { store: 100, platform: 0, rider: 0 }, evidence: [], limits }

let server: ApiServer
beforeEach(async () => {
  sessionStorage.clear()
  server = await startApiServer({
    'GET /orders/reasons': [200, [{ kind: 'refund', code: 'late-delivery', label: 'It came late', party: 'store' }]],
    'POST /remedies': { id: 'r1' },
  })
})
afterEach(() => server.close())

const over = /is more than the .* came to/
const open = async (label: string, about: Partial<Ticket> = {}, proposed = proposal) => {
  const row = { ...ticket, ...about } as Ticket
  renderAt('/', <ActionBar actions={remedyActs(row, proposed, 2)} row={row} max={4} />)
  fireEvent.click(screen.getByRole('button', { name: label }))
  return within(await screen.findByRole('dialog', { name: label }))
}
const type = (dialog: Awaited<ReturnType<typeof open>>, amount: string) =>
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: amount } })

test.each(['Credit', 'Refund', 'Compensate store'])('more than the order came to is said as it is typed: %s', async (label) => {
  const dialog = await open(label)
  type(dialog, '500.00')
  expect(dialog.queryByText(over)).toBeNull()
  type(dialog, '500.01')
  expect(await dialog.findByText('₹500.01 is more than the ₹500.00 that FTK-1 came to.')).toBeTruthy()
  type(dialog, '499')
  await waitFor(() => expect(dialog.queryByText(over)).toBeNull())
})

test('it is a warning and no refusal: what was typed is given, by whoever has seen the two before', async () => {
  const dialog = await open('Credit')
  type(dialog, '900')
  await dialog.findByText(over)
  await dialog.findByRole('option', { name: 'It came late' })
  fireEvent.change(dialog.getByRole('combobox', { name: 'What happened' }), { target: { value: 'late-delivery' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Credit' }))
  await waitFor(() =>
    expect(server.callsOf('POST /remedies').at(-1)?.body).toMatchObject({ kind: 'credit', amount: inr(90_000), given: 2 }),
  )
})

test('of a ticket without an order nothing is more than it came to', async () => {
  const dialog = await open('Credit', { order: null }, { ...proposal, limits: { ...limits, worth: null, left: null, captured: null } })
  type(dialog, '9000')
  expect(dialog.getByLabelText('Amount')).toHaveProperty('value', '9000')
  expect(dialog.queryByText(over)).toBeNull()
})

const limited = { ...proposal, limits: { ...limits, alone: inr(20_000), approvers: ['Customer care admin', 'Administrator'] } }

async function askForMore(amount: string) {
  const dialog = await open('Credit', {}, limited)
  type(dialog, '200')
  expect(dialog.queryByLabelText('Reason'), 'within the limit nothing more is asked').toBeNull()
  type(dialog, amount)
  expect(await dialog.findByText(/It is sent to Customer care admin or Administrator to be approved\.$/)).toBeTruthy()
  await dialog.findByRole('option', { name: 'It came late' })
  fireEvent.change(dialog.getByRole('combobox', { name: 'What happened' }), { target: { value: 'late-delivery' } })
  return dialog
}

test('beyond one’s limit the reason is asked as the amount is typed, with who approves, and it is sent as a request at once', async () => {
  server.answer({ 'POST /approvals': { id: 'a1' } })
  const dialog = await askForMore('200.01')
  fireEvent.click(dialog.getByRole('button', { name: 'Send for approval' }))
  expect(await dialog.findByText('Reason is required')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A wedding' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(server.callsOf('POST /approvals')).toHaveLength(1))
  const { body } = server.callsOf('POST /approvals')[0] as { body: { reason: string; operation: string; body: Record<string, unknown> } }
  expect([body.operation, body.reason, body.body.amount, 'reason' in body.body]).toEqual(['remedy.create', 'A wedding', inr(20_001), false])
  expect(server.callsOf('POST /remedies'), 'nothing is tried before').toEqual([])
})

test('what nobody has to approve after all is given at once', async () => {
  const error = apiError({ kind: 'refused', reason: 'needs-no-approval', message: 'Nobody has to approve this.' })
  server.answer({ 'POST /approvals': [409, { error }] })
  const dialog = await askForMore('300')
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A wedding' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(server.callsOf('POST /remedies').at(-1)?.body).toMatchObject({ amount: inr(30_000) }))
  expect(server.callsOf('POST /remedies').at(-1)?.body).not.toHaveProperty('reason')
})

test('what is owed to a store is held against what it is owed of that day already', async () => {
  const toStore = { alone: inr(10_000), givenAlone: inr(40_000), sumOf: 'store' as const }
  const ofCustomer = { alone: inr(50_000), givenAlone: inr(0), sumOf: 'customer' as const }
  const withStore = { ...proposal, limits: { ...limits, left: null, captured: null, worth: null, ...ofCustomer, toStore } }
  const dialog = await open('Compensate store', { order: null }, withStore)
  type(dialog, '100.01')
  expect(await dialog.findByText(/₹100.01 is more than the ₹100.00 .*: ₹400.00 was given for this store today/)).toBeTruthy()
})

test('what was paid in cash is not offered to go back to a payment', async () => {
  const paidInCash = { ...proposal, limits: { ...limits, goesBack: false } }
  const dialog = await open('Refund', {}, paidInCash)
  expect(dialog.queryByRole('radio', { name: /Back to the payment/ })).toBeNull()
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /In cash/ }).checked).toBe(true)
})

test('what happened is proposed by the ticket’s topic, and the note is needed as soon as the way is chosen that takes one', async () => {
  const dialog = await open('Refund', { topicCode: 'late-order' as never })
  const reason = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'What happened' })
  await waitFor(() => expect(reason.value).toBe('late-delivery'))
  expect(dialog.queryByText(/^Required/)).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: /In cash/ }))
  expect(await dialog.findByText('Required: who hands it over.')).toBeTruthy()
  const note = dialog.getByLabelText('Note')
  expect(document.getElementById(note.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Required: who hands it over.')
  fireEvent.click(dialog.getByRole('radio', { name: /Back to the payment/ }))
  await waitFor(() => expect(dialog.queryByText(/^Required/)).toBeNull())
})

test('a topic that no reason fits proposes none', async () => {
  const dialog = await open('Credit', { topicCode: 'app-problem' as never })
  await dialog.findByRole('option', { name: 'It came late' })
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'What happened' }).value).toBe('')
})
