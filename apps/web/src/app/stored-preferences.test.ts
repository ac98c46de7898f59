import { beforeEach, expect, test } from 'vitest'
import { borderRadiusSet, menuOpened, openedSet } from '#state/customization.ts'
import { loggedOut } from '#state/logged.ts'
import { clockSet, defaultPreference, groupSet, modeSet, momentsSet, pinToggled, visited } from '#state/preference.ts'
import { createStore } from './store.ts'

beforeEach(() => localStorage.clear())

test('theme and menu are as they were left; which group was open is not kept', () => {
  const store = createStore()
  for (const action of [
    borderRadiusSet(4),
    openedSet(false),
    menuOpened('orders'),
    modeSet('dark'),
    clockSet('24-hour'),
    momentsSet('absolute'),
  ])
    store.dispatch(action)
  const { customization, preference } = createStore().getState()
  expect(customization).toMatchObject({ borderRadius: 4, opened: false, isOpen: [] })
  expect(preference).toEqual({ ...defaultPreference, mode: 'dark', clock: '24-hour', moments: 'absolute' })
})

test('what was pinned, opened and visited is kept; signing out forgets what was visited, not what was pinned', () => {
  const store = createStore()
  const places = ['/a', '/b', '/a'].map((path) => visited({ path, title: path }))
  for (const action of [pinToggled('/b'), pinToggled('/c'), pinToggled('/b'), groupSet({ id: 'settings', isOpen: true }), ...places])
    store.dispatch(action)
  const kept = createStore()
  const { preference } = kept.getState()
  expect([preference.pinned, preference.groups, preference.recent.map(({ path }) => path)]).toEqual([
    ['/c'],
    { settings: true },
    ['/a', '/b'],
  ])
  kept.dispatch(loggedOut())
  expect(createStore().getState().preference).toMatchObject({ pinned: ['/c'], recent: [] })
})

test('what is broken or unknown is the default', () => {
  for (const text of [
    '{',
    'null',
    '{"preference":{"mode":"pink","clock":"13-hour","moments":1,"pinned":[1],"recent":[{"path":"/x"}],"groups":[]}}',
    '{"customization":null}',
  ]) {
    localStorage.setItem('larder.preferences', text)
    const { customization, preference } = createStore().getState()
    expect(customization.borderRadius).toBe(12)
    expect(preference).toEqual(defaultPreference)
  }
})
