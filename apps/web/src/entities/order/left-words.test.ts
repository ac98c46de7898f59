import { money } from '@larder/contract'
import { expect, test } from 'vitest'
import { beyondWords, limitWords, moreThanLeftWords } from './left-words.ts'

const inr = (minor: number) => money(minor, 'INR')
const given = { alone: inr(12_000), givenAlone: inr(38_000) }

test('beyond one’s own limit another person is named before it is sent, with what was given before', () => {
  const words = beyondWords(12_001, given)
  expect(words).toMatch(/^₹120\.01 is more than the ₹120\.00 that you may give alone: ₹380\.00 was taken off or given without/)
  expect(beyondWords(12_000, given)).toBeNull()
  expect(beyondWords(12_001, { ...given, alone: null })).toBeNull()
})

test('what the limit of a ticket without an order is held against is said', () => {
  const words = limitWords({ ...given, left: null, countedFor: 'this customer today' })
  expect(words).toBe('Beyond ₹120.00 another person has to approve it: ₹380.00 was given for this customer today without approval already.')
})

test('a limit is told only where what is left goes beyond it', () => {
  expect(limitWords({ ...given, left: inr(12_001) })).toMatch(/^Beyond ₹120\.00 another person has to approve it: ₹380\.00 was/)
  expect(limitWords({ alone: inr(12_000), givenAlone: inr(0), left: null })).toBe('Beyond ₹120.00 another person has to approve it.')
  expect(limitWords({ ...given, left: inr(12_000) })).toBe('')
})

test('more than is left is told while it is typed', () => {
  expect(moreThanLeftWords(12_001, { left: inr(12_000) })).toBe('₹120.01 is more than the ₹120.00 that is left.')
  expect(moreThanLeftWords(12_000, { left: inr(12_000) })).toBeNull()
})
