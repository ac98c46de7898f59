import type { SignedIn } from '@larder/contract'
import { beforeEach, expect, test } from 'vitest'
import { confirmSessionOver, enter } from './session.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const nothing = () => ({}) as never
const signIn = (person: string) =>
  enter(nothing, Promise.resolve({ accessToken: `token of ${person}`, person: { id: person } } as SignedIn))

test('what was typed and searched in a tab outlives a session, and is gone where somebody else signs in there', async () => {
  await signIn('asha')
  sessionStorage.setItem('larder.searched', '[["*0a1b2c3d","+919847012345"]]')
  sessionStorage.setItem('larder.draft:asha:cuisine:new', '{"base":{},"typed":{"name":"Thai"}}')
  confirmSessionOver(nothing)
  await signIn('asha')
  expect(sessionStorage.getItem('larder.searched')).toContain('9847012345')
  confirmSessionOver(nothing)
  await signIn('biju')
  expect(Object.values({ ...sessionStorage })).toEqual(['biju'])
})
