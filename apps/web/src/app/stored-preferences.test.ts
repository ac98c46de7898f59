import { beforeEach, expect, test } from 'vitest'
import { borderRadiusSet, menuOpened, openedSet } from '#state/customization.ts'
import { clockSet, modeSet, momentsSet } from '#state/preference.ts'
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
  expect(preference).toEqual({ mode: 'dark', clock: '24-hour', moments: 'absolute' })
})

test('what is broken or unknown is the default', () => {
  for (const text of ['{', 'null', '{"preference":{"mode":"pink","clock":"13-hour","moments":1}}', '{"customization":null}']) {
    localStorage.setItem('larder.preferences', text)
    const { customization, preference } = createStore().getState()
    expect(customization.borderRadius).toBe(12)
    expect(preference).toEqual({ mode: 'system', clock: 'installation', moments: 'relative' })
  }
})
