import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '#api/token.ts'
import { borderRadiusSet } from '#state/customization.ts'
import { accessChanged, loggedIn, loggedOut } from '#state/logged.ts'
import { clockSet, modeSet, pinToggled, visited } from '#state/preference.ts'
import { type ApiServer, apiError, startApiServer } from '../testing/api-server.ts'
import { person } from '../testing/render.tsx'
import { followPreferences } from './own-preferences.ts'
import { type AppStore, createStore } from './store.ts'
import { storedPreferences } from './stored-preferences.ts'

const address = 'PATCH /me/preferences'
const [meera, anil] = ['01890000-0000-7000-8000-000000000002', '01890000-0000-7000-8000-000000000003']
const who = (id: string, preferences: ReturnType<typeof person>['preferences'] = {}) =>
  person({ person: { ...person().person, id }, preferences })

let server: ApiServer
let stops: (() => void)[] = []
beforeEach(async () => {
  localStorage.clear()
  storeToken('token-1')
  server = await startApiServer({ [address]: {} })
})
afterEach(async () => {
  for (const stop of stops) stop()
  stops = []
  await server.close()
})

/** A tab that was opened, in which somebody signs in. */
function tabOf(me: ReturnType<typeof person> | null): AppStore {
  const store = createStore()
  stops.push(followPreferences(store))
  if (me) store.dispatch(loggedIn(me))
  return store
}
const sent = () => server.callsOf(address).map(({ body }) => body)
const tellOthers = () => dispatchEvent(Object.assign(new Event('storage'), { key: 'larder.preferences' }))
const lookOf = ({ getState }: AppStore) => {
  const { customization, preference } = getState()
  return [preference.mode, preference.clock, customization.borderRadius, preference.pinned]
}

test('what was chosen on another device is taken up at the sign-in; what was not is as this device has it', () => {
  const store = tabOf(null)
  store.dispatch(borderRadiusSet(4))
  store.dispatch(loggedIn(who(meera, { mode: 'dark', pinned: ['/order/view'] })))
  expect(lookOf(store)).toEqual(['dark', 'installation', 4, ['/order/view']])
})

test('who comes after somebody else on the same device finds the defaults, and nothing of theirs is sent', async () => {
  const store = tabOf(who(meera))
  store.dispatch(modeSet('dark'))
  store.dispatch(pinToggled('/settings/area'))
  await vi.waitFor(() => expect(sent()).toEqual([{ mode: 'dark', pinned: ['/settings/area'] }]))
  store.dispatch(loggedOut())
  const next = tabOf(who(anil, { clock: '24-hour' }))
  expect(lookOf(next)).toEqual(['system', '24-hour', 12, []])
  expect(storedPreferences().preference.owner).toBe(anil)
  next.dispatch(modeSet('light'))
  await vi.waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({ mode: 'light' })
})

test('a slider that is dragged is sent once, with what it came to rest at', async () => {
  const store = tabOf(who(meera))
  for (const pixels of [10, 8, 6, 4, 2]) store.dispatch(borderRadiusSet(pixels))
  store.dispatch(clockSet('24-hour'))
  await vi.waitFor(() => expect(sent()).toEqual([{ borderRadius: 2, clock: '24-hour' }]))
})

test('what is heard from elsewhere is followed and not sent back; what was chosen here since is kept', async () => {
  const store = tabOf(who(meera))
  store.dispatch(modeSet('dark'))
  store.dispatch(accessChanged(who(meera, { mode: 'light', borderRadius: 20 })))
  expect(lookOf(store)).toEqual(['dark', 'installation', 20, []])
  await vi.waitFor(() => expect(sent()).toEqual([{ mode: 'dark' }]))
  await vi.waitFor(() => {
    store.dispatch(accessChanged(who(meera, { mode: 'light' })))
    expect(store.getState().preference.mode).toBe('light')
  })
  expect(sent()).toHaveLength(1)
})

test('another tab follows at once, and leaves the sending to the one where it was chosen', async () => {
  const other = tabOf(who(meera))
  const own = tabOf(who(meera))
  own.dispatch(modeSet('dark'))
  tellOthers()
  expect(other.getState().preference.mode).toBe('dark')
  own.dispatch(borderRadiusSet(4))
  await vi.waitFor(() => expect(sent()).toEqual([{ mode: 'dark', borderRadius: 4 }]))
  other.dispatch(clockSet('12-hour'))
  await vi.waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({ clock: '12-hour' })
})

test('what is refused stays on this device and is not sent again', async () => {
  server.answer({ [address]: [422, { error: apiError({ kind: 'invalid' }) }] })
  const store = tabOf(who(meera))
  store.dispatch(modeSet('dark'))
  await vi.waitFor(() => expect(sent()).toHaveLength(1))
  server.answer({ [address]: {} })
  store.dispatch(clockSet('24-hour'))
  await vi.waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual({ clock: '24-hour' })
  expect(store.getState().preference.mode).toBe('dark')
})

test('who leaves the page before it was sent sends it then', async () => {
  const store = tabOf(who(meera))
  store.dispatch(modeSet('dark'))
  dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect(sent()).toEqual([{ mode: 'dark' }]))
})

test('of two tabs that show different pages neither takes up from the other what both have, and nothing is kept anew for it', () => {
  const me = who(meera, { pinned: ['/order/view'] })
  const tabs = [tabOf(me), tabOf(me)]
  for (const [at, store] of tabs.entries()) store.dispatch(visited({ path: `/store/${at}`, title: `Store ${at}` }))
  const [states, kept] = [tabs.map(({ getState }) => getState()), localStorage.getItem('larder.preferences')]
  tellOthers()
  for (const [at, { getState }] of tabs.entries()) expect(getState(), `tab ${at}`).toBe(states[at])
  expect(localStorage.getItem('larder.preferences')).toBe(kept)
})
