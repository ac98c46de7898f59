import { afterEach, beforeEach, expect, test } from 'vitest'
import { leftElsewhereKey } from '#api/session.ts'
import { storeToken } from '#api/token.ts'
import { signedInStore } from '../testing/render.tsx'
import { followOtherTabs } from './other-tabs.ts'

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  storeToken('token-1')
})
afterEach(() => stop())

const tellOthers = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key, newValue: null }))

test.each(['accessToken', null])('signed out in one tab (%s), nobody is signed in in the others', (key) => {
  const other = signedInStore()
  stop = followOtherTabs(other)
  tellOthers('something else')
  expect(other.getState().logged.isLogged).toBe(true)
  localStorage.clear()
  tellOthers(key)
  expect(other.getState().logged.isLogged).toBe(false)
})

test('what a tab that signs out takes along besides is told before: that it was signed out is said all the same', () => {
  const other = signedInStore()
  stop = followOtherTabs(other)
  localStorage.clear()
  tellOthers('larder.reads')
  tellOthers('accessToken')
  expect(other.getState().logged.isLogged).toBe(false)
  expect(Object.keys(sessionStorage)).toEqual([leftElsewhereKey])
})

test('what was typed in the others is gone with a sign-out, and stays where a session is over', () => {
  stop = followOtherTabs(signedInStore())
  sessionStorage.setItem('larder.draft:customer', 'Anjali')
  tellOthers(null)
  tellOthers('something else')
  expect(sessionStorage.getItem('larder.draft:customer')).toBe('Anjali')
  localStorage.clear()
  tellOthers('accessToken')
  expect(Object.keys(sessionStorage)).toEqual([leftElsewhereKey])
})
