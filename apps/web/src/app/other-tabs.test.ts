import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeToken } from '#api/token.ts'
import { modeSet } from '#state/preference.ts'
import { signedInStore } from '../testing/render.tsx'
import { followOtherTabs } from './other-tabs.ts'
import { createStore } from './store.ts'

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  storeToken('token-1')
})
afterEach(() => stop())

const tellOthers = (key: string | null) => dispatchEvent(Object.assign(new Event('storage'), { key }))

test('the theme that is chosen in one tab is the theme of the others', () => {
  const other = signedInStore()
  stop = followOtherTabs(other)
  createStore().dispatch(modeSet('dark'))
  tellOthers('larder.preferences')
  expect(other.getState().preference.mode).toBe('dark')
  expect(other.getState().logged.isLogged).toBe(true)
})

test.each(['accessToken', null])('signed out in one tab (%s), nobody is signed in in the others', (key) => {
  const other = signedInStore()
  stop = followOtherTabs(other)
  tellOthers('something else')
  expect(other.getState().logged.isLogged).toBe(true)
  localStorage.clear()
  tellOthers(key)
  expect(other.getState().logged.isLogged).toBe(false)
})
