import type { Ticket } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { ticketActs } from './ticket-acts.tsx'
// What opens at the press is compiled before it: that is no part of what a press takes.
import '#kit/actions/ask-dialog.tsx'
import './other-customer.tsx'

const ticketOf = (id: string, number: string, customer: { id: string; name: string } | null) =>
  ({ id, number, version: 3, state: 'open', topic: { label: 'The order is late' }, customer, store: null, splits: [] }) as unknown as Ticket
const idOf = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
const isha = { id: 'c1', name: 'Isha Nair' }
const ravi = { id: 'c2', name: 'Ravi Nair' }
const merge = ticketActs.filter(({ key }) => key === 'merge' || key === 'split')
const own = {
  ...ticketOf(idOf(1), 'T-00001', isha),
  allowed: [
    { action: 'merge', because: null },
    { action: 'split', because: null },
  ],
} as Ticket
const others = [ticketOf(idOf(2), 'T-00002', ravi), ticketOf(idOf(3), 'T-00003', isha), ticketOf(idOf(4), 'T-00004', null)]

let server: ApiServer
beforeEach(async () => {
  sessionStorage.clear()
  server = await startApiServer({
    'GET /tickets': { rows: others, next: null, total: null },
    ...Object.fromEntries(others.map((ticket) => [`GET /tickets/${ticket.id}`, ticket])),
    [`POST /tickets/${idOf(1)}/merge`]: { ...own, state: 'closed', version: 4 },
  })
})
afterEach(() => server.close())

const openMerge = async () => {
  const view = renderAt('/', <ActionBar actions={merge} row={own} />)
  fireEvent.click(screen.getByRole('button', { name: 'Merge' }))
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Merge' })) }
}
type Dialog = Awaited<ReturnType<typeof openMerge>>['dialog']
const choose = async (dialog: Dialog, number: string) => {
  const into = dialog.getByRole('combobox', { name: 'Into' })
  fireEvent.change(into, { target: { value: number } })
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(number) }))
}
const question = 'T-00001 is of Isha Nair, T-00002 of Ravi Nair.'
const send = (dialog: Dialog) => fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
const sent = () => server.callsOf(`POST /tickets/${idOf(1)}/merge`).at(-1)?.body

test('into the ticket of another customer it names both, and is sent as confirmed only where somebody says so', async () => {
  const { dialog } = await openMerge()
  await choose(dialog, 'T-00002')
  expect(await dialog.findByText(question)).toBeTruthy()
  const confirm = dialog.getByRole('switch', { name: 'They belong together all the same' })
  expect(confirm).toHaveProperty('checked', false)
  fireEvent.click(confirm)
  send(dialog)
  await waitFor(() => expect(sent()).toEqual({ version: 3, intoId: idOf(2), otherCustomer: true }))
})

test('what was not confirmed is refused at its switch, with everything typed', async () => {
  const fields = { 'body.otherCustomer': 'must be confirmed: T-00001 is of Isha Nair, T-00002 of Ravi Nair' }
  server.answer({
    [`POST /tickets/${idOf(1)}/merge`]: [409, { error: { kind: 'refused', reason: 'other-customer', message: question, fields } }],
  })
  const { dialog, address } = await openMerge()
  await choose(dialog, 'T-00002')
  await dialog.findByText(question)
  send(dialog)
  expect(await dialog.findByText(/must be confirmed/)).toBeTruthy()
  expect(sent()).toEqual({ version: 3, intoId: idOf(2) })
  expect(address()).toBe('/')
})

test('of the same customer, or of none, nothing is asked; what was said of one ticket is not said of the next', async () => {
  const { dialog } = await openMerge()
  await choose(dialog, 'T-00002')
  fireEvent.click(await dialog.findByRole('switch'))
  for (const number of ['T-00003', 'T-00004']) {
    await choose(dialog, number)
    await waitFor(() => expect(dialog.queryByRole('switch')).toBeNull())
    expect(dialog.queryByText(/ is of Isha Nair/)).toBeNull()
  }
  await choose(dialog, 'T-00002')
  expect(await dialog.findByRole('switch')).toHaveProperty('checked', false)
  await choose(dialog, 'T-00003')
  await waitFor(() => expect(dialog.queryByRole('switch')).toBeNull())
  send(dialog)
  await waitFor(() => expect(sent()).toEqual({ version: 3, intoId: idOf(3) }))
})

test('the page goes to the ticket that goes on, and what says so leads back', async () => {
  const { dialog, address, store } = await openMerge()
  await choose(dialog, 'T-00003')
  send(dialog)
  await waitFor(() => expect(address()).toContain(idOf(3)))
  expect(store.getState().toasts.list.at(-1)?.act).toEqual({ label: 'Back to T-00001', entity: 'ticket', id: idOf(1) })
})

test('what was split off is named, with the way there', async () => {
  server.answer({
    'GET /orders/reasons': [200, [{ kind: 'ticket', code: 'late-order', label: 'The order is late', party: 'rider' }]],
    [`POST /tickets/${idOf(1)}/split`]: {
      ...own,
      version: 4,
      splits: [
        { id: 't8', name: 'T-00008' },
        { id: 't9', name: 'T-00009' },
      ],
    },
  })
  const { store } = renderAt('/', <ActionBar actions={merge} row={own} />)
  fireEvent.click(screen.getByRole('button', { name: 'Split' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Split' }))
  await dialog.findByRole('option', { name: 'The order is late' })
  fireEvent.change(dialog.getByRole('combobox', { name: 'Topic' }), { target: { value: 'late-order' } })
  fireEvent.change(dialog.getByRole('textbox', { name: 'Text' }), { target: { value: 'And late.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Split' }))
  await waitFor(() =>
    expect(store.getState().toasts.list.at(-1)).toMatchObject({
      message: 'T-00009 split off T-00001',
      act: { label: 'View', entity: 'ticket', id: 't9' },
    }),
  )
})
