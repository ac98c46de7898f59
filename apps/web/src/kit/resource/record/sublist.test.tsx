import { crateContract, cuisineContract, storeContract } from '@larder/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { person, renderAt } from '../../../testing/render.tsx'
import { type Places, PlacesProvider } from '../../access/places.tsx'
import { custom, text } from '../../cells/columns.tsx'
import { search, toggle } from '../../filters/filters.tsx'
import { anyResource, defineResource, KnownResourcesContext } from '../define.ts'
import { DetailScreen } from './detail-screen.tsx'
import { sublist } from './sublist.tsx'

const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: ({ name }) => name,
  columns: [text('name', { sort: 'name' }), text('createdAt', { label: 'Added' })],
  filters: [search('Name'), toggle('active', 'Shown')],
})
const stores = defineResource(storeContract, {
  label: ['Store', 'Stores'],
  title: ({ name }) => name,
  columns: [],
  tabs: [sublist('Cuisines', cuisineContract, ({ name }) => ({ q: name }), { without: ['createdAt'] })],
})
const crates = defineResource(crateContract, {
  label: ['Crate', 'Crates'],
  title: ({ name }) => name,
  columns: [custom('deposit', 'Deposit', ({ deposit }) => String(deposit.minor))],
})
const withCrates = { ...stores, tabs: [...(stores.tabs ?? []), sublist('Crates', crateContract, () => ({}))] }
const known = { crate: async () => anyResource(crates), cuisine: async () => anyResource(cuisines) }
const thai = { id: 'c1', name: 'Thai', sort: 3, stores: 0, active: true, createdAt: '2026-11-20T10:00:00.000Z', version: 4, allowed: [] }

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  server = await startApiServer({
    'GET /stores/s1': { id: 's1', name: 'Kayal', version: 1, allowed: [] },
    'GET /cuisines': { rows: [thai], next: 'more', total: { value: 40, capped: false } },
    'GET /crates': { rows: [{ id: 'k1', name: 'Blue', deposit: { minor: 12345, currency: 'INR' }, version: 1 }], next: null, total: null },
    'GET /saved-views': { rows: [], next: null, total: null },
    'GET /audit/store/s1': { rows: [], next: null, total: null },
  })
})
afterEach(() => server.close())

/** The store's page at `/store/:id`, and where `own` says so its tab at a path of its own. */
function open(address: string, { own = false, who = person(), resource = stores } = {}) {
  const places: Places = {
    screensOf: () => [],
    recordPath: (entity, id) => (entity === 'store' ? `/store/${id}` : null),
    listPath: () => null,
    tabPath: (_entity, id, tab) => (own && tab === 'cuisines' ? `/store/${id}/kitchens` : null),
  }
  const screen = (
    <PlacesProvider value={places}>
      <KnownResourcesContext value={known}>
        <Routes>
          <Route path="/store/:id" element={<DetailScreen resource={resource} id="s1" />} />
          <Route path="/store/:id/kitchens" element={<DetailScreen resource={stores} id="s1" tab="cuisines" />} />
        </Routes>
      </KnownResourcesContext>
    </PlacesProvider>
  )
  return renderAt(address, screen, { who })
}

const tab = (name: string) => screen.findByRole('tab', { name })
// What is fetched for it may come before the press is over.
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const asked = () => server.callsOf('GET /cuisines').at(-1)?.query

test('a list in a tab is what belongs to the record; its filters and pages are in the address, beside the tab', async () => {
  const { address } = open('/store/s1')
  await press(await tab('Cuisines'))
  await screen.findByText('Thai')
  expect(address()).toBe('/store/s1?tab=cuisines')
  expect(asked()).toMatchObject({ q: 'Kayal' })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Actions'])
  expect(screen.queryByLabelText('Search')).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kayal')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('/store/s1?tab=cuisines&after=more&page=2'))
  await waitFor(() => expect(asked()).toMatchObject({ q: 'Kayal', cursor: 'more' }))
  await press(await tab('Overview'))
  expect(address()).toBe('/store/s1')
})

test('an address says which rows of which tab', async () => {
  open('/store/s1?tab=cuisines&active=false&sort=-name')
  await screen.findByText('Thai')
  expect(asked()).toMatchObject({ q: 'Kayal', active: 'false', sort: '-name' })
})

test('where the specification has a path for it, that is its address, also from and to the other tabs', async () => {
  const { address } = open('/store/s1/kitchens?active=true', { own: true })
  await screen.findByText('Thai')
  expect(asked()).toMatchObject({ active: 'true' })
  expect((await tab('Cuisines')).getAttribute('aria-selected')).toBe('true')
  await press(await tab('History'))
  await waitFor(() => expect(address()).toBe('/store/s1?tab=history'))
  await press(await tab('Cuisines'))
  await waitFor(() => expect(address()).toBe('/store/s1/kitchens'))
  await press(await tab('Overview'))
  await waitFor(() => expect(address()).toBe('/store/s1'))
})

test('a tab shows nothing of the list of the tab before it, whatever its columns read of a row', async () => {
  open('/store/s1?tab=cuisines', { resource: withCrates })
  await screen.findByText('Thai')
  const other = await tab('Crates')
  await act(async () => fireEvent.click(other))
  await screen.findByText('12345')
})

test('who may not see the list has no tab of it', async () => {
  open('/store/s1?tab=cuisines', { who: person({ isAdmin: false, permissions: ['store.view'] }) })
  await tab('Overview')
  expect(screen.queryByRole('tab', { name: 'Cuisines' })).toBeNull()
  expect(server.callsOf('GET /cuisines')).toEqual([])
})

test('a record that is computed has no history: neither a tab of it nor a question for it', async () => {
  open('/store/s1?tab=history', { resource: { ...stores, history: null } })
  expect((await tab('Overview')).getAttribute('aria-selected')).not.toBeNull()
  await press(await tab('Cuisines'))
  await screen.findByText('Thai')
  expect(screen.queryByRole('tab', { name: 'History' })).toBeNull()
  expect(server.callsOf('GET /history/store/s1')).toEqual([])
})
