import { expect, test } from 'vitest'
import { connectionTimes } from './realtime.ts'

test('the live connection keeps the times of the specification', () => {
  expect(connectionTimes).toEqual({ reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 })
})
