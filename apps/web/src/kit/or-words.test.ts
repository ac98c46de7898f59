import { expect, test } from 'vitest'
import { orWords } from './or-words.ts'

test('one of several is told as people tell it', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map(orWords)).toEqual(['', 'A', 'A or B', 'A, B or C'])
})
