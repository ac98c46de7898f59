import { expect, test } from 'vitest'
import { keptFor } from './kept-for.ts'

test('what is kept for a while is made when it is asked for, and anew once that is over', () => {
  let [now, made] = [0, 0]
  const get = keptFor(
    100,
    () => ({ number: ++made }),
    () => now,
  )
  expect(made).toBe(0)
  expect([get().number, get().number]).toEqual([1, 1])
  now = 99
  expect(get().number).toBe(1)
  now = 100
  expect([get().number, get().number]).toEqual([2, 2])
})
