import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PlacesProvider } from '#kit/access/places.tsx'
import { useOfferActs } from '#kit/actions/open-acts.ts'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { placesOf } from '../places.ts'
import { pages } from '../routes.ts'
import { pageWords } from './other-words.ts'
import Palette from './palette.screen.tsx'

let api: ApiServer
beforeAll(async () => {
  localStorage.clear()
  api = await startApiServer({
    'GET /search': [
      200,
      [
        { entity: 'order', id: 'o1', label: 'KOC-10001', hint: 'Pending, Fish Cove' },
        { entity: 'cuisine', id: 'c1', label: 'Malabar', hint: '' },
        { entity: 'customer', id: 'p1', label: 'Meera', hint: '' },
      ],
    ],
  })
})
afterAll(() => api.close())

const cancel = vi.fn()
const acts = [{ key: 'cancel', label: 'Cancel order', run: cancel }]
function Page() {
  useOfferActs(acts)
  return null
}

function open(permissions: string[], onClose = () => {}) {
  const who = person({ isAdmin: false, permissions })
  const places = placesOf(pages, (permission) => permission === 'signed-in' || permissions.includes(permission))
  const screens = (
    <PlacesProvider value={places}>
      <Page />
      <Palette onClose={onClose} />
    </PlacesProvider>
  )
  return renderAt('/', screens, { who })
}
const type = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('records of every kind are found in one request, each with its kind, where there is a screen for this person', async () => {
  const { router } = open(['order.view', 'setting.view'])
  type('m')
  type('malabar')
  await screen.findByRole('option', { name: /KOC-10001.*Pending, Fish Cove.*Order/ })
  expect(api.callsOf('GET /search').map(({ query }) => query)).toEqual([{ q: 'malabar' }])
  expect(screen.queryByRole('option', { name: /Meera/ })).toBeNull()
  fireEvent.click(screen.getByRole('option', { name: /Malabar.*Cuisine/ }))
  expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/settings/cusins?record=c1')
})

test('what can be done with the open record, the sound, the theme and the settings are found by their words', async () => {
  const onClose = vi.fn()
  open(['order.view', 'order.operate', 'setting.view'], onClose)
  expect(options()[0]).toContain('Cancel order')
  type('mute 1 hour')
  await waitFor(() => expect(options()).toEqual([expect.stringContaining('Mute for 1 hour')]))
  type('dark')
  await waitFor(() => expect(options()[0]).toContain('Dark theme'))
  type('profile')
  await waitFor(() => expect(options()[0]).toContain('Profile'))
  type('time zone')
  await screen.findByRole('option', { name: /zone.*Setting/i })
  type('auto-reject')
  await screen.findByRole('option', { name: /Wait before a new order is rejected.*Setting/ })
  type('cancel ord')
  fireEvent.click(await screen.findByRole('option', { name: /Cancel order/ }))
  expect(cancel).toHaveBeenCalledTimes(1)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('whoever presses Enter faster than is searched gets what they typed, not what stood there', async () => {
  const { router } = open(['order.view', 'order.operate', 'setting.view'])
  const enter = () => fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  type('malab')
  await screen.findByRole('option', { name: /KOC-10001/ })
  api.answer({ 'GET /search': [200, [{ entity: 'cuisine', id: 'c2', label: 'Malabari', hint: '' }]] })
  type('malabari')
  enter()
  await waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/settings/cusins?record=c2'))
  cancel.mockClear()
  type('cancel order')
  enter()
  expect(cancel).toHaveBeenCalledTimes(1)
})

test('pages and settings are found by what a desk calls them otherwise, behind those that are called so here', async () => {
  open(['setting.view', 'role.view', 'store.view', 'rider.view'])
  for (const [typed, title] of [
    ['tax rate', /^Tax profiles.*Page/],
    ['vat', /^Tax profiles.*Page/],
    ['courier', /^Riders.*Page/],
    ['vendor', /^Stores.*Page/],
    ['timeout', /^Idle time before sign-out.*Setting/],
  ] as const) {
    type(typed)
    await screen.findByRole('option', { name: title })
  }
  type('permissions')
  await waitFor(() => expect(options().slice(0, 2)).toEqual([expect.stringMatching(/^Permissions/), expect.stringMatching(/^Roles/)]))
})

test('what has other words is there', () => {
  const paths = pages.map(({ path }) => path)
  for (const path of Object.keys(pageWords)) expect(paths).toContain(path)
})

test('nobody is offered the sound of orders who handles none', async () => {
  open(['store.view'])
  type('mute')
  await waitFor(() => expect(options().filter((text) => text?.includes('Mute'))).toEqual([]))
})

test('a number is written in groups as everywhere, masked or not; whoever sees it masked reads why a part of one finds nobody', async () => {
  const found = [
    { entity: 'order', id: 'o1', label: 'KOC-10001', hint: 'Pending, +919744455566' },
    { entity: 'order', id: 'o2', label: 'KOC-10002', hint: 'Pending, +91 97••• ••566' },
  ]
  api.answer({ 'GET /search': ({ query }) => [200, query.q === '97444' ? [] : found] })
  open(['order.view', 'customer-phone.reveal'])
  type('pending')
  expect(await screen.findByRole('option', { name: /KOC-10001.*Pending, \+91 97444 55566.*Order/ })).toBeTruthy()
  expect(screen.getByRole('option', { name: /KOC-10002.*Pending, \+91 97••• ••566.*Order/ })).toBeTruthy()
  type('97444')
  expect(await screen.findByText(/^Whole number needed: you see phones masked, so orders are found by all digits of one/)).toBeTruthy()
})
