import { expect, test } from 'vitest'
import { announcementOf } from './announcement.ts'

test('one order speaks for itself, several are told together', () => {
  expect(announcementOf(['New order A'])).toBe('New order A')
  expect(announcementOf(['A', 'B'])).toBe('2 new orders while you were offline: A; B')
  expect(announcementOf(['A', 'B', 'C'])).toBe('3 new orders while you were offline: A; B; C')
  expect(announcementOf(['A', 'B', 'C', 'D'])).toBe('4 new orders while you were offline: A; B; C; and 1 more')
  expect(announcementOf(['A', 'B', 'C', 'D', 'E'])).toBe('5 new orders while you were offline: A; B; C; and 2 more')
})
