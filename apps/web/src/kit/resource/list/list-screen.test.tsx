import { cuisineContract } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, type Seen, startApiServer } from '../../../testing/api-server.ts'
import { person, renderAt } from '../../../testing/render.tsx'
import { confirmAction } from '../../actions/action.ts'
import { boolean, mono, number, text } from '../../cells/columns.tsx'
import { group } from '../../fields/field.ts'
import { numberField, switchField, textField } from '../../fields/fields.tsx'
import { search, toggle } from '../../filters/filters.tsx'
import { defineResource } from '../define.ts'
import { ListScreen } from './list-screen.tsx'

const hide = confirmAction(cuisineContract.update, {
  label: 'Hide',
  question: ({ name }: { id: string; version: number; name: string }) => `Hide ${name}?`,
  body: () => ({ active: false }),
  asks: [textField('name')],
})
const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: (row) => row.name,
  columns: [text('name', { sort: 'name' }), number('stores'), boolean('active', { label: 'Shown' })],
  filters: [search('Name'), toggle('active', 'Shown')],
  views: [{ label: 'Hidden', query: { active: 'false' } }],
  form: [group('Cuisine', [textField('name'), numberField('sort'), switchField('active')])],
  sort: 'sort',
  bulk: [{ act: hide, done: 'hidden', unless: ({ active }) => (active ? null : 'already hidden') }],
})

const byName: typeof cuisines = { ...cuisines, sort: '-name' }
const uncounted: typeof cuisines = { ...cuisines, countsWhenAsked: true }

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
  const size = query.limit === '1' ? 1 : 2
  return { rows: fitting.slice(from, from + size), next, total: query.count ? { value: 1000, capped: true } : null }
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
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'Name', 'Stores', 'Shown', 'Actions'])
  expect(screen.getByRole('cell', { name: '1,000' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cuisine 1' }).getAttribute('href')).toContain('record=c1')
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
  await waitFor(() => expect(lastQuery()).toEqual({ sort: 'name', limit: '25', count: 'true' }))
  await waitFor(() => expect(rowNames()).toEqual(['Cuisine 0', 'Cuisine 1']))
  await router.navigate(-1)
  await screen.findByText('Cuisine 3')
})

test('a link to a state shows it', async () => {
  renderAt('/?q=Cuisine&sort=-name&limit=50&after=2', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 2')
  expect(lastQuery()).toEqual({ q: 'Cuisine', sort: '-name', limit: '50', cursor: '2', count: 'true' })
})

test('an address that means nothing is as if it were not there', async () => {
  renderAt('/?page=999&active=perhaps&sort=password&limit=7&colour=red', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  expect(lastQuery()).toEqual({ sort: 'sort', limit: '25', count: 'true' })
  expect(screen.getByText('1–2 of 1,000+')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('button', { name: 'Filter' })).toBeTruthy()
})

test('a cursor that is none leads back to the first page', async () => {
  const error = apiError({ kind: 'invalid', message: 'The cursor is not one.', fields: { 'query.cursor': 'is not a cursor of this list' } })
  server.answer({ 'GET /cuisines': (seen: Seen) => (seen.query.cursor ? [422, { error }] : list(seen)) })
  renderAt('/?after=garbage', <ListScreen resource={cuisines} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the first page' }))
  expect(await screen.findByText('Cuisine 0')).toBeTruthy()
})

test('the order that stands is shown, also the one that nobody chose; what sorts shows an arrow at rest', async () => {
  const { address } = renderAt('/', <ListScreen resource={byName} />)
  await screen.findByText('Cuisine 0')
  expect(lastQuery()).toMatchObject({ sort: '-name' })
  const head = screen.getByRole('columnheader', { name: 'Name' })
  expect(head.getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(head).getByRole('button'))
  await waitFor(() => expect(address()).toBe('/?sort=name'))
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(within(head).getByRole('button'))
  // The list's own order needs no word in the address.
  await waitFor(() => expect(address()).toBe('/'))
  expect(screen.getByRole('columnheader', { name: 'Stores' }).querySelector('svg')).toBeNull()
})

test('where an address without a query is a view of its own, the view of everything is named in it', async () => {
  const { address } = renderAt('/?active=false', <ListScreen resource={cuisines} marksAll />)
  fireEvent.click(await screen.findByRole('tab', { name: 'All' }))
  await waitFor(() => expect(address()).toBe('/?view=all'))
  await screen.findByText('Cuisine 0')
  expect(lastQuery()).toEqual({ sort: 'sort', limit: '25', count: 'true' })
  expect(screen.getByRole('tab', { name: 'All' }).getAttribute('aria-selected')).toBe('true')
  fireEvent.click(screen.getByRole('tab', { name: 'Hidden' }))
  await waitFor(() => expect(address()).toBe('/?active=false'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear the filter Shown' }))
  await waitFor(() => expect(address()).toBe('/?view=all'))
})

test('what a screen fixes is asked for and offers no filter', async () => {
  renderAt('/', <ListScreen resource={cuisines} fixed={{ active: 'true' }} />)
  await screen.findByText('Cuisine 0')
  expect(lastQuery()).toMatchObject({ active: 'true' })
  expect(screen.queryByRole('button', { name: /Filter/ })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Hidden' })).toBeNull()
})

test('searching waits for a pause; a filter is a chip that can be cleared', async () => {
  const { address } = renderAt('/?active=false', <ListScreen resource={cuisines} />)
  expect(await screen.findByText('No matching cuisines')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Hidden' }).getAttribute('aria-selected')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Clear the filter Shown' }))
  await screen.findByText('Cuisine 0')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '3' } })
  await waitFor(() => expect(address()).toBe('/?q=3'))
  await waitFor(() => expect(rowNames()).toEqual(['Cuisine 3']))
})

test('the total stands beside the pages; where counting costs much it is asked for, without a step of Back', async () => {
  const { unmount } = renderAt('/', <ListScreen resource={cuisines} />)
  expect(await screen.findByText('1–2 of 1,000+')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show total' })).toBeNull()
  unmount()
  const { address } = renderAt('/', <ListScreen resource={uncounted} />)
  await screen.findByText('1–2')
  expect(lastQuery()).toEqual({ sort: 'sort', limit: '25' })
  fireEvent.click(screen.getByRole('button', { name: 'Show total' }))
  expect(await screen.findByText('1–2 of 1,000+')).toBeTruthy()
  expect(lastQuery()).toEqual({ limit: '1', count: 'true' })
  expect(address()).toBe('/')
})

test('the keyboard moves, selects and opens', async () => {
  const { address } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  for (const key of ['j', 'j', 'x']) fireEvent.keyDown(document.body, { key })
  expect(screen.getByRole('checkbox', { name: 'Select Cuisine 1' })).toHaveProperty('checked', true)
  expect(await screen.findByText('1 selected')).toBeTruthy()
  expect(document.activeElement?.getAttribute('data-row')).toBe('c1')
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await waitFor(() => expect(address()).toBe('/?record=c1'))
})

test('a press anywhere on a row opens it; one on something of its own, or that selects text, does not', async () => {
  const { address } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  const stores = screen.getByRole('cell', { name: '1,000' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Cuisine 1' }))
  fireEvent.click(screen.getByRole('button', { name: 'Actions on Cuisine 1' }))
  await screen.findByRole('menu')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  getSelection()?.selectAllChildren(stores)
  fireEvent.click(stores)
  expect(address()).toBe('/')
  getSelection()?.removeAllRanges()
  fireEvent.click(stores)
  await waitFor(() => expect(address()).toBe('/?record=c1'))
})

test('the way into a row holds nothing that is pressed by itself: a code is copied in the columns after it', async () => {
  const { address } = renderAt('/', <ListScreen resource={cuisines} columns={[mono('name'), mono('id')]} />)
  const link = await screen.findByRole('link', { name: 'Cuisine 1' })
  expect(within(link).queryByRole('button')).toBeNull()
  expect(screen.getByRole('button', { name: 'Copy c1' })).toBeTruthy()
  fireEvent.click(within(link).getByText('Cuisine 1'))
  await waitFor(() => expect(address()).toBe('/?record=c1'))
})

test('the acts of a row are behind one button: what is done with many, and its own; what cannot be done now is folded away with its reason', async () => {
  server.answer({ 'GET /cuisines': (seen: Seen) => ({ ...list(seen), rows: [all[0], { ...all[1], active: false }] }) })
  renderAt('/', <ListScreen resource={cuisines} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Actions on Cuisine 0' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Hide', 'Why not?Delete cannot be done now'])
  fireEvent.click(items[1] as HTMLElement)
  const answer = within(await screen.findByRole('dialog', { name: 'What cannot be done now' }))
  expect(answer.getByText('It is used by 3 stores.')).toBeTruthy()
  fireEvent.click(answer.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Actions on Cuisine 0' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }))
  expect(await screen.findByText('Hide Cuisine 0?')).toBeTruthy()
})

test('rows can be selected only where something can be done with them', async () => {
  const { bulk, ...rest } = cuisines
  const alone: typeof cuisines = rest
  const { unmount } = renderAt('/', <ListScreen resource={alone} />)
  await screen.findByText('Cuisine 0')
  for (const key of ['j', 'x']) fireEvent.keyDown(document.body, { key })
  expect([screen.queryByRole('checkbox'), screen.queryByText('1 selected')]).toEqual([null, null])
  unmount()
  renderAt('/', <ListScreen resource={cuisines} />, { who: person({ isAdmin: false, permissions: ['setting.view'] }) })
  await screen.findByText('Cuisine 0')
  expect([screen.queryByRole('checkbox'), screen.queryByRole('button', { name: /Actions/ })]).toEqual([null, null])
})

test('Shift selects all rows between two; the head selects the page', async () => {
  server.answer({ 'GET /cuisines': { rows: all, next: null, total: null } })
  renderAt('/', <ListScreen resource={cuisines} />)
  const check = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
  await screen.findByText('Cuisine 0')
  fireEvent.click(check('Cuisine 1'))
  fireEvent.click(check('Cuisine 3'), { shiftKey: true })
  expect(await screen.findByText('3 selected')).toBeTruthy()
  expect(check('all on this page')).toHaveProperty('indeterminate', true)
  fireEvent.click(check('all on this page'))
  expect(screen.getByText('5 selected')).toBeTruthy()
  fireEvent.click(check('all on this page'))
  expect(screen.queryByText(/selected/)).toBeNull()
})

test('an act on many asks once, is done with one after the other and tells how it went; those that it was not done with stay selected', async () => {
  server.answer({
    'GET /cuisines': { rows: [all[0], all[1], { ...all[2], active: false }], next: null, total: null },
    'PATCH /cuisines/c0': { ...all[0], active: false, version: 2 },
    'PATCH /cuisines/c1': [409, { error: apiError({ kind: 'refused', message: 'Cuisine 1 must stay.' }) }],
  })
  const { store } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hide 2 cuisines' }))
  expect(dialog.getByText('Cuisine 0, Cuisine 1. 1 of the 3 selected is left out.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Same for both' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Hide 2 cuisines' }))
  await waitFor(() => expect(store.getState().snackBar.message).toBe('1 hidden, 2 not: Cuisine 1 must stay, 1 already hidden'))
  expect(server.callsOf('PATCH /cuisines/c0')[0]?.body).toEqual({ version: 1, active: false, name: 'Same for both' })
  expect(server.callsOf('PATCH /cuisines/c2')).toEqual([])
  expect(screen.getByText('2 selected')).toBeTruthy()
})

test('columns are moved and made wider by keyboard, and stay so; the first one stays first', async () => {
  const { unmount } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  fireEvent.click(screen.getByRole('button', { name: 'Sort, columns and density' }))
  const handle = await screen.findByRole('button', { name: 'Move Shown' })
  expect(screen.queryByRole('button', { name: 'Move Name' })).toBeNull()
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight']) fireEvent.keyDown(handle, { key })
  const heads = () => screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)
  expect(heads()).toEqual(['', 'Name', 'Shown', 'Stores', 'Actions'])
  unmount()
  const { container } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  expect(heads()).toEqual(['', 'Name', 'Shown', 'Stores', 'Actions'])
  expect(container.querySelector<HTMLElement>('col[data-column="active"]')?.style.width).toBe('88px')
})

test('a column is as wide as its edge is dragged, and as declared again after a double click', async () => {
  const { container } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  const widthOf = (key: string) => container.querySelector<HTMLElement>(`col[data-column="${key}"]`)?.style.width
  const edge = container.querySelector('th[data-column="stores"] .edge') as HTMLElement
  const before = widthOf('stores')
  edge.setPointerCapture = () => {}
  fireEvent.pointerDown(edge, { button: 0, clientX: 100 })
  fireEvent.pointerMove(edge, { clientX: 300 })
  fireEvent.pointerUp(edge)
  // Nothing is laid out here: every column was 0 px wide when the drag began.
  expect(widthOf('stores')).toBe('200px')
  expect(JSON.parse(localStorage.getItem('larder.list.cuisine') ?? '{}').widths.stores).toBe(200)
  fireEvent.doubleClick(edge)
  expect(JSON.parse(localStorage.getItem('larder.list.cuisine') ?? '{}').widths.stores).toBeUndefined()
  expect(before).toContain('calc(')
})

test('what is kept of a list is read for what it is worth', async () => {
  localStorage.setItem(
    'larder.list.cuisine',
    '{"hidden":"all","order":[1,"active"],"widths":{"name":1e9,"stores":"wide"},"density":"huge"}',
  )
  const { container } = renderAt('/', <ListScreen resource={cuisines} />)
  await screen.findByText('Cuisine 0')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['', 'Name', 'Shown', 'Stores', 'Actions'])
  expect(container.querySelector<HTMLElement>('col[data-column="name"]')?.style.width).toBe('640px')
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
