import { beforeEach, expect, test } from 'vitest'
import { addressed, searchedText } from './searched.ts'

beforeEach(() => sessionStorage.clear())

test('numbers and addresses of people stand in no address, and are known to their tab alone', () => {
  for (const text of ['98470 33462', '+91 98470-33462', '33462', 'anila@home.test', '@home']) {
    const stands = addressed(text, false)
    expect(stands).toMatch(/^\*[0-9a-f]{8}$/)
    expect([searchedText(stands), addressed(text, false), addressed(stands, true)]).toEqual([text, stands, stands])
  }
  const stands = addressed('98470 33462', false)
  sessionStorage.clear()
  expect(searchedText(stands), 'in another tab').toBe('')
})

test('of a list of people whatever is no number of a record is kept out; of any other the words stay', () => {
  for (const text of ['EKM-64541', 'T-00012', '']) expect(addressed(text, true)).toBe(text)
  for (const text of ['Biryani', 'CR-L-ICE', '12 Marine Drive', '123']) expect(addressed(text, false)).toBe(text)
  expect(searchedText(addressed('Meera Thomas', true))).toBe('Meera Thomas')
  expect(addressed('Meera Thomas', true)).not.toContain('Meera')
})

test('a tab keeps the newest alone', () => {
  const first = addressed('9847000000', false)
  for (let number = 1; number <= 60; number++) addressed(String(9_847_000_000 + number), false)
  expect([searchedText(first), searchedText(addressed('9847000060', false))]).toEqual(['', '9847000060'])
})
