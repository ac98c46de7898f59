import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeToken } from '#api/token.ts'
import { signedInStore } from '../testing/render.tsx'
import { followOtherTabs } from './other-tabs.ts'

let stop = () => {}
beforeEach(() => {
  localStorage.clear()
  storeToken('token-1')
})
afterEach(() => stop())

const tellOthers = (key: string | null) => dispatchEvent(Object.assign(new Event('storage'), { key }))

test.each(['accessToken', null])('signed out in one tab (%s), nobody is signed in in the others', (key) => {
  const other = signedInStore()
  stop = followOtherTabs(other)
  tellOthers('something else')
  expect(other.getState().logged.isLogged).toBe(true)
  localStorage.clear()
  tellOthers(key)
  expect(other.getState().logged.isLogged).toBe(false)
})
