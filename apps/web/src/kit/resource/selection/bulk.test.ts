import { expect, test } from 'vitest'
import { outcomeWords } from './bulk.ts'

test('an outcome says with how many it was done, with how many not, and why', () => {
  expect(outcomeWords('paused', [null, null, null])).toBe('3 paused')
  expect(outcomeWords('paused', [null, 'already closed', null, null])).toBe('3 paused, 1 not: already closed')
  expect(outcomeWords('paused', ['already closed', 'already closed'])).toBe('0 paused, 2 not: already closed')
  expect(outcomeWords('paused', [null, 'already closed', 'Only a live store takes orders.', 'already closed'])).toBe(
    '1 paused, 3 not: 2 already closed, Only a live store takes orders',
  )
  const closed = 'The store is closed.'
  expect(outcomeWords('paused', [closed, closed, 'not yours to change'])).toBe(
    '0 paused, 3 not: 2: The store is closed, 1 not yours to change',
  )
})
