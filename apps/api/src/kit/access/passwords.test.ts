import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password is right, another is not, and no account has no password', async () => {
  const stored = await hashPassword('larder-demo')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'larder-demo')).toBe(true)
  expect(await verifyPassword(stored, 'larder-demO')).toBe(false)
  expect(await verifyPassword(null, '')).toBe(false)
  expect(await hashPassword('larder-demo')).not.toBe(stored)
})

test('of a flood fifty wait, two are looked at, and the rest are turned away at once', async () => {
  const stored = await hashPassword('larder-demo')
  const outcomes = await Promise.allSettled(Array.from({ length: 500 }, () => verifyPassword(stored, 'wrong')))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(448)
  expect(refused[0]?.reason).toMatchObject({ kind: 'unavailable', reason: 'sign-in-busy', retryAfterSeconds: 2 })
  expect(await verifyPassword(stored, 'larder-demo')).toBe(true)
})
