import { cuisineContract } from '@larder/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, type Seen, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { action } from '../actions/action.ts'
import { boolean, number, text } from '../cells/columns.tsx'
import { group } from '../fields/field.ts'
import { numberField, switchField, textField } from '../fields/fields.tsx'
import { search, toggle } from '../filters/filters.tsx'
import { defineResource } from './define.ts'
import { ListScreen } from './list-screen.tsx'

const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: (row) => row.name,
  columns: [text('name', { sort: 'name' }), number('stores'), boolean('active', { label: 'Shown' })],
  filters: [search('Name'), toggle('active', 'Shown')],
  views: [{ label: 'Hidden', query: { active: 'false' } }],
  form: [group('Cuisine', [textField('name'), numberField('sort'), switchField('active')])],
  bulk: [action(cuisineContract.update, { label: 'Hide', body: () => ({ active: false }) })],
})

const all = Array.from({ length: 5 }, (_, index) => ({
  id: `c${index}`,
  name: `Cuisine ${index}`,
  sort: index,
  stores: index * 1000,
  active: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 1,
  allowed: [
    { action: 'update', because: null },
    { action: 'remove', because: 'It is used by 3 stores.' },
  ],
}))

/** Pages of two rows, like the API's: the cursor is an index here. */
function list({ query }: Seen) {
  const fitting = all.filter(({ name, active }) => name.includes(query.q ?? '') && (query.active ?? 'true') === String(active))
  const from = Number(query.cursor ?? 0)
  const next = from + 2 < fitting.length ? String(from + 2) : null
  return { rows: fitting.slice(from, from + 2), next, total: query.count ? { value: 1000, capped: true } : null }
}

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  server = await startApiServer({ 'GET /cuisines': list, 'GET /saved-views': [200, { rows: [], next: null, total: null }] })
})
afterEach(() => server.close())

const rowNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
const lastQuery = () => server.callsOf('GET /cuisines').at(-1)?.query

test('rows stand under their columns, numbers to the right, with the way into each', async () => {
  renderAt('/', <ListScreen resource={cuisines} />)
  expect(screen.getByRole('table', { name: 'Cuisines' }).getAttribute('aria-busy')).toBe('true')
  await screen.findByText('Cuisine 1')
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Name', 'Stores', 'Shown'])
  expect(screen.getByRole('cell', { name: '1,000' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cuisine 1' }).getAttribute('href')).toContain('edit=c1')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cuisines')
})

test('the address holds the whole state: pages go on and back, a filter starts over, Back restores', async () => {
  const { address, router } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Cuisine 2')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Cuisine 4')
  expect(address()).toBe('/?page=3&after=2&after=4')
  expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
  await screen.findByText('Cuisine 3')
  expect(address()).toBe('/?page=2&after=2')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(address()).toBe('/?sort=name'))
  await waitFor(() => expect(lastQuery()).toEqual({ sort: 'name', limit: '25' }))
  await waitFor(() => expect(rowNames()).toEqual(['Cuisine 0', 'Cuisine 1']))
  await router.navigate(-1)
  await screen.findByText('Cuisine 3')
})

test('a link to a state shows it', async () => {
  renderAt('/?q=Cuisine&sort=-name&limit=50&after=2', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 2')
  expect(lastQuery()).toEqual({ q: 'Cuisine', sort: '-name', limit: '50', cursor: '2' })
})

test('what a screen fixes is asked for and offers no filter', async () => {
  renderAt('/', <ListScreen resource={cuisines} fixed={{ active: 'true' }} />)
  await screen.findByText('Cuisine 0')
  expect(lastQuery()).toMatchObject({ active: 'true' })
  expect(screen.queryByRole('button', { name: /Filter/ })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Hidden' })).toBeNull()
})

test('searching waits for a pause; a filter is a chip that can be taken away', async () => {
  const { address } = renderAt('/?active=false', <ListScreen resource={cuisines} />)
  expect(await screen.findByText('No cuisines fit this search')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Hidden' }).getAttribute('aria-selected')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Take the filter Shown away' }))
  await screen.findByText('Cuisine 0')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '3' } })
  await waitFor(() => expect(address()).toBe('/?q=3'))
  await waitFor(() => expect(rowNames()).toEqual(['Cuisine 3']))
})

test('counting is asked for, and a capped count says so', async () => {
  renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  fireEvent.click(screen.getByRole('button', { name: 'Count' }))
  expect(await screen.findByText('1,000+ in all')).toBeTruthy()
})

test('the keyboard moves, selects and opens', async () => {
  const { address } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  for (const key of ['j', 'j', 'x']) fireEvent.keyDown(document.body, { key })
  expect(screen.getByRole('checkbox', { name: 'Select Cuisine 1' })).toHaveProperty('checked', true)
  expect(screen.getByText('1 selected')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'j' })
  screen.getByRole('searchbox').blur()
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await waitFor(() => expect(address()).toBe('/?edit=c1'))
})

test('an act on many runs for each and says what was refused', async () => {
  server.answer({
    'PATCH /cuisines/c0': { ...all[0], version: 2 },
    'PATCH /cuisines/c1': [409, { error: apiError({ kind: 'refused', message: 'Cuisine 1 must stay.' }) }],
  })
  const { store } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(store.getState().snackBar.message).toBe('Hide: 1 done, 1 not. Cuisine 1 must stay.'))
  expect(server.callsOf('PATCH /cuisines/c0')[0]?.body).toEqual({ version: 1, active: false })
})

test('an error says what happened and can be tried again', async () => {
  server.answer({ 'GET /cuisines': [503, { error: apiError({ kind: 'unavailable', message: 'The database is away.' }) }] })
  renderAt('/', <ListScreen resource={cuisines} />)
  expect(await screen.findByText('The database is away.')).toBeTruthy()
  server.answer({ 'GET /cuisines': list })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Cuisine 0')).toBeTruthy()
})

test('who may not add sees no button for it; an empty list offers the first step to who may', async () => {
  server.answer({ 'GET /cuisines': { rows: [], next: null, total: null } })
  const viewer = person({ isAdmin: false, permissions: ['setting.view'] })
  const { unmount } = renderAt('/', <ListScreen resource={cuisines} />, { who: viewer })
  await screen.findByText('No cuisines yet')
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
  unmount()
  const { address } = renderAt('/', <ListScreen resource={cuisines} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add the first cuisine' }))
  expect(address()).toBe('/?edit=new')
})

test('a form over the list asks before its text is lost to Back; to discard is to say so', async () => {
  server.answer({ 'GET /cuisines/c0': () => all[0] })
  const { router, address } = renderAt('/', <ListScreen resource={cuisines} />)
  fireEvent.click(await screen.findByRole('link', { name: 'Cuisine 0' }))
  const name = await screen.findByDisplayValue('Cuisine 0')
  fireEvent.change(name, { target: { value: 'Typed' } })
  await screen.findByText('Name: Cuisine 0 → Typed')
  act(() => void router.navigate(-1))
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Stay here' }))
  expect(screen.getByDisplayValue('Typed')).toBeTruthy()
  expect(address()).toBe('/?edit=c0')
  fireEvent.click(screen.getByRole('button', { name: 'Discard', hidden: true }))
  await waitFor(() => expect(address()).toBe('/'))
})
