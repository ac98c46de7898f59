import { expect, test } from 'vitest'
import { instantOf } from '../values/instant.ts'
import { noticeWords, saidOf } from './order-detail-words.ts'
import { plainDetails } from './order-shapes.ts'

test('says of the details what a customer said, and nothing of an order of which nothing was said', () => {
  for (const details of Object.values(plainDetails)) expect(saidOf(details)).toEqual([])
  expect(saidOf({ ...plainDetails.restaurant, cutlery: true })).toEqual(['Cutlery: Yes'])
  expect(saidOf({ ...plainDetails.cakes, message: 'Anna is 7', flavour: 'Vanilla', weightGrams: 1500 })).toEqual([
    'Message: “Anna is 7”',
    'Flavour: Vanilla',
    'Weight: 1.5 kg',
  ])
})

test('tells of notice as long as less is left of it and the order is not begun', () => {
  const slotFrom = instantOf(Date.parse('2026-11-25T12:00:00.000Z'))
  const order = { leadHours: 24, slotFrom, status: 'scheduled' } as const
  const [early, late] = [instantOf(Date.parse('2026-11-24T12:00:00.000Z')), instantOf(Date.parse('2026-11-25T10:30:00.000Z'))]
  expect(noticeWords(order, early)).toBeNull()
  expect(noticeWords(order, late)).toBe('It needs 24 hours’ notice, and 1 hour is left until its slot.')
  expect(noticeWords({ ...order, leadHours: 0 }, late)).toBeNull()
  expect(noticeWords({ ...order, status: 'preparing' }, late)).toBeNull()
})
