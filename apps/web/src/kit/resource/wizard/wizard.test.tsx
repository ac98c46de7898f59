import { cuisineContract } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, type Seen, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { text } from '../../cells/columns.tsx'
import { group } from '../../fields/field.ts'
import { numberField, switchField, textField } from '../../fields/fields.tsx'
import { defineResource } from '../define.ts'
import { ListScreen } from '../list/list-screen.tsx'

const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: ({ name }) => name,
  columns: [text('name')],
  form: [group('Identity', [textField('name')]), group('Place', [numberField('sort', { label: 'Order' }), switchField('active')])],
  steps: ['Identity', 'Place'],
})
const thai = { id: 'c1', name: 'Thai', sort: 3, stores: 0, active: true, createdAt: '2026-11-20T10:00:00.000Z', version: 1, allowed: [] }
const kept = { id: 'd1', resource: 'cuisine', name: 'Malabar', step: 1, updatedAt: '2026-11-22T07:00:00.000Z', version: 3 }
const typed = JSON.stringify({ name: 'Malabar', sort: '4 or 5', active: true, colour: 'red' })

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  const draft = ({ body }: Seen) => ({ ...kept, typed, version: 4, ...(body as object) })
  server = await startApiServer({
    'GET /cuisines': { rows: [thai], next: null, total: null },
    'GET /saved-views': { rows: [], next: null, total: null },
    'GET /drafts': { rows: [], next: null, total: null },
    'GET /drafts/d1': { ...kept, typed },
    'POST /drafts': draft,
    'PATCH /drafts/d1': draft,
    'DELETE /drafts/d1': { id: 'd1' },
    'POST /cuisines': thai,
  })
})
afterEach(() => server.close())

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const open = async (address: string) => {
  const shown = renderAt(address, <ListScreen resource={cuisines} />)
  await screen.findByRole('dialog', { name: 'Add cuisine' })
  return shown
}
const step = () => screen.getByRole('list', { name: /^Step/ }).getAttribute('aria-label')
const bodies = (call: string) => server.callsOf(call).map(({ body }) => body)

test('each step is checked by its part of the contract; Back keeps what was typed; all of it is shown before it is added', async () => {
  const { store, address } = await open('/?edit=new')
  await screen.findByLabelText('Name')
  press('Next')
  expect(await screen.findByText('Name is required')).toBeTruthy()
  expect(step()).toBe('Step 1 of 3')
  type('Name', 'Malabar')
  press('Next')
  await screen.findByLabelText('Order')
  expect(step()).toBe('Step 2 of 3')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Order')))
  expect(screen.getByText('Step 2 of 3: Place').getAttribute('role')).toBe('status')
  type('Order', 'seven')
  press('Next')
  expect(await screen.findByText('Order must be a number')).toBeTruthy()
  press('Back')
  expect(await screen.findByDisplayValue('Malabar')).toBeTruthy()
  press('Next')
  expect(await screen.findByDisplayValue('seven')).toBeTruthy()
  type('Order', '7')
  press('Next')
  await screen.findByRole('button', { name: 'Change Place' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Check'))
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Malabar', '7', 'no'])
  expect(server.callsOf('POST /cuisines')).toEqual([])
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(store.getState().snackBar.message).toBe('Cuisine added'))
  expect(store.getState().toasts.list.at(-1)?.act).toMatchObject({ label: 'View', entity: 'cuisine' })
  expect(bodies('POST /cuisines')).toEqual([{ name: 'Malabar', sort: 7, active: false }])
  await waitFor(() => expect(server.callsOf('DELETE /drafts/d1')).toHaveLength(1))
  expect(address()).toBe('/')
})

test('what was typed is kept on the server, at each step and when it is left for later, and nowhere else', async () => {
  const { address } = await open('/?edit=new')
  await screen.findByLabelText('Name')
  type('Name', 'Malabar')
  press('Next')
  await waitFor(() => expect(address()).toBe('/?edit=new&draft=d1'))
  expect(bodies('POST /drafts')).toEqual([
    { resource: 'cuisine', name: 'Malabar', step: 1, typed: JSON.stringify({ name: 'Malabar', sort: null, active: false }) },
  ])
  type('Order', '4 or 5')
  press('Finish later')
  await waitFor(() => expect(address()).toBe('/'))
  expect(bodies('PATCH /drafts/d1').at(-1)).toMatchObject({ version: 4, step: 1, typed: expect.stringContaining('"4 or 5"') })
  expect(sessionStorage).toHaveLength(0)
})

test('a draft is called by whole characters of a long name', async () => {
  await open('/?edit=new')
  await screen.findByLabelText('Name')
  type('Name', `${'a'.repeat(79)}🍕🍕`)
  press('Finish later')
  await waitFor(() => expect(bodies('POST /drafts')).toMatchObject([{ name: `${'a'.repeat(79)}🍕` }]))
})

test('the list offers to go on with it, where it was left and as it was typed', async () => {
  server.answer({ 'GET /drafts': { rows: [kept], next: null, total: null } })
  const { address } = renderAt('/', <ListScreen resource={cuisines} />)
  const draft = within(await screen.findByRole('region', { name: 'Draft Malabar' }))
  expect(draft.getByText(/step 2 of 3/)).toBeTruthy()
  fireEvent.click(draft.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByDisplayValue('4 or 5')).toBeTruthy()
  expect(address()).toBe('/?edit=new&draft=d1')
  expect(step()).toBe('Step 2 of 3')
  press('Back')
  expect(await screen.findByDisplayValue('Malabar')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Finish later' }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('what was kept from another window meanwhile is typed over', async () => {
  const { address } = await open('/?edit=new&draft=d1')
  await screen.findByDisplayValue('4 or 5')
  const error = apiError({ kind: 'stale', current: { ...kept, typed, version: 9 } })
  server.answer({
    'PATCH /drafts/d1': ({ body }: Seen) => ((body as { version: number }).version === 9 ? { ...kept, version: 10 } : [409, { error }]),
  })
  type('Order', '5')
  press('Finish later')
  await waitFor(() => expect(bodies('PATCH /drafts/d1').at(-1)).toMatchObject({ version: 9, typed: expect.stringContaining('"sort":5') }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('a draft is let go of also where another window kept something of it meanwhile', async () => {
  const { store } = await open('/?edit=new&draft=d1')
  await screen.findByDisplayValue('4 or 5')
  const error = apiError({ kind: 'stale', current: { ...kept, typed, version: 9 } })
  server.answer({
    'DELETE /drafts/d1': ({ body }: Seen) => ((body as { version: number }).version === 9 ? { id: 'd1' } : [409, { error }]),
  })
  type('Order', '7')
  press('Next')
  fireEvent.click(await screen.findByRole('button', { name: 'Add cuisine' }))
  await waitFor(() => expect(store.getState().snackBar.message).toBe('Cuisine added'))
  await waitFor(() => expect(bodies('DELETE /drafts/d1').at(-1)).toEqual({ version: 9 }))
})

test('a draft whose first answer was lost is one draft', async () => {
  const { address } = await open('/?edit=new')
  await screen.findByLabelText('Name')
  server.answer({ 'POST /drafts': 'hang up' })
  type('Name', 'Malabar')
  press('Next')
  await screen.findByText(/The server cannot be reached/)
  server.answer({ 'POST /drafts': ({ body }: Seen) => ({ ...kept, ...(body as object), version: 1 }) })
  type('Order', '7')
  press('Finish later')
  await waitFor(() => expect(address()).toBe('/'))
  const sent = server.callsOf('POST /drafts').map(({ headers, body }) => JSON.stringify([headers['idempotency-key'], body]))
  expect([sent.length, new Set(sent).size]).toEqual([2, 1])
  expect(bodies('PATCH /drafts/d1').at(-1)).toMatchObject({ version: 1, typed: expect.stringContaining('"sort":7') })
})

test('what could not be kept says so and is not let go of unasked', async () => {
  await open('/?edit=new&draft=d1')
  await screen.findByDisplayValue('4 or 5')
  const error = apiError({ kind: 'unavailable', message: 'The database is away.' })
  server.answer({ 'PATCH /drafts/d1': [503, { error }] })
  type('Order', '5')
  press('Finish later')
  expect(await screen.findByText('The server cannot be reached: what you typed is in this window alone until it can.')).toBeTruthy()
  for (let times = 0; times < 2; times++) {
    const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByDisplayValue('5')).toBeTruthy()
    press('Finish later')
  }
})

test('a step that could not be kept is sent again by itself, and nothing says that what was typed is in this window alone', async () => {
  const whole = { ...kept, typed: JSON.stringify({ name: 'Malabar', sort: '4 or 5', active: true }) }
  server.answer({ 'GET /drafts/d1': whole })
  await open('/?edit=new&draft=d1')
  await screen.findByDisplayValue('4 or 5')
  const error = apiError({ kind: 'unavailable', message: 'The database is away.' })
  server.answer({ 'PATCH /drafts/d1': [503, { error }] })
  press('Back')
  const sent = () => server.callsOf('PATCH /drafts/d1').length
  await waitFor(() => expect(sent()).toBe(1))
  await waitFor(() => expect(sent()).toBe(2), { timeout: 20_000 })
  expect(bodies('PATCH /drafts/d1')).toMatchObject([{ step: 0 }, { step: 0 }])
  expect(screen.getByText('Draft kept')).toBeTruthy()
  expect(screen.queryByText(/The server cannot be reached/)).toBeNull()
})

test('what the server refuses leads to the step of its field', async () => {
  const error = apiError({ kind: 'invalid', fields: { 'body.name': 'is taken by another cuisine' } })
  server.answer({ 'POST /cuisines': [422, { error }] })
  await open('/?edit=new')
  await screen.findByLabelText('Name')
  type('Name', 'Thai')
  press('Next')
  await screen.findByLabelText('Order')
  type('Order', '7')
  press('Next')
  fireEvent.click(await screen.findByRole('button', { name: 'Add cuisine' }))
  expect(await screen.findByText('Name is taken by another cuisine')).toBeTruthy()
  expect(step()).toBe('Step 1 of 3')
})
