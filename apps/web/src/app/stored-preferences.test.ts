import { beforeEach, expect, test } from 'vitest'
import { borderRadiusSet, menuOpened, openedSet } from '#state/customization.ts'
import { modeSet } from '#state/preference.ts'
import { createStore } from './store.ts'

beforeEach(() => localStorage.clear())

test('theme and menu are as they were left; which group was open is not kept', () => {
  const store = createStore()
  for (const action of [borderRadiusSet(4), openedSet(false), menuOpened('orders'), modeSet('dark')]) store.dispatch(action)
  const { customization, preference } = createStore().getState()
  expect(customization).toMatchObject({ borderRadius: 4, opened: false, isOpen: [] })
  expect(preference).toEqual({ mode: 'dark' })
})

test('what is broken or unknown is the default', () => {
  for (const text of ['{', 'null', '{"preference":{"mode":"pink"}}', '{"customization":null}']) {
    localStorage.setItem('larder.preferences', text)
    const { customization, preference } = createStore().getState()
    expect([customization.borderRadius, preference.mode]).toEqual([12, 'system'])
  }
})
