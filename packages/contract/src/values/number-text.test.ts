import { expect, test } from 'vitest'
import { parseNumber } from './number-text.ts'

test.each([
  ['1250', 1250],
  [' 1,250.5 ', 1250.5],
  ['12,34,567', 1_234_567],
  ['1,234,567', 1_234_567],
  ['-5', -5],
  ['+5', 5],
  ['.5', 0.5],
  ['5.', 5],
])('%s is a number', (text, value) => expect(parseNumber(text)).toBe(value))

test.each(['', ' ', '.', '-', '1,05', '1,5', ',5', '1,', '1,2345', '1.234,5', '1e3', '0x10', '1 250', 'Infinity', '१२'])(
  '"%s" is none, whatever it may have meant',
  (text) => expect(parseNumber(text)).toBeNull(),
)
