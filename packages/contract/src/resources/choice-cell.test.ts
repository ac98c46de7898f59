import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { choicesCell, skusCell } from './choice-cell.ts'

const marks = fc.constantFrom('=', '+', '-', '@', "'", '"', ';', ':', '\\', '\n', '; =', '＝', '(not available)', ': 5', '\\;', '')
const text = fc
  .array(fc.oneof(marks, fc.string({ unit: 'grapheme', maxLength: 8 })), { minLength: 1, maxLength: 5 })
  // As names are: on one line, without space around them, and something to be seen.
  .map((parts) => parts.join('').replace(/\s+/gu, ' ').trim().normalize('NFC'))
  .filter((name) => name !== '')
const delta = fc.option(fc.record({ minor: fc.integer({ min: -1e10, max: 1e10 }), currency: fc.constantFrom('INR', 'JPY', 'KWD') }), {
  nil: null,
})
const choice = fc.record({ name: text, priceDelta: delta, available: fc.boolean() })
/** What a spreadsheet program runs: at the start of a cell, or of one that it makes of what stands behind a semicolon. */
const runs = /^[=+\-@\t\r\n\0＝＋－＠]|[;\t][\s"]*[=+\-@＝＋－＠]/

test('whatever the choices are, a cell says them so that they are read again, and that no program runs them', () => {
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 6 }), (choices) => {
      const cell = choicesCell.write(choices as never)
      expect(choicesCell.read(cell, 'INR')).toEqual({ value: choices })
      expect(cell).not.toMatch(runs)
    }),
    { numRuns: 3000 },
  )
})

test('a price of four hundred thousand spaces is none, and takes no time to see that', () => {
  const read = choicesCell.read(`Half: 1${' '.repeat(400_000)}1`, 'INR')
  expect(read).toEqual({ problem: expect.stringContaining('has no amount behind its colon') })
})

test('whatever codes are, so do those of items', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (skus) => {
      const cell = skusCell.write(skus)
      expect(skusCell.read(cell, 'INR')).toEqual({ value: skus })
      expect(cell).not.toMatch(runs)
    }),
    { numRuns: 3000 },
  )
})

const inr = (minor: number) => ({ minor, currency: 'INR' })
const of = (name: string, minor: number | null = null, available = true) => ({
  name,
  priceDelta: minor === null ? null : inr(minor),
  available,
})

test.each([
  ['Full; Half: -50; 500 g', [of('Full'), of('Half', -5000), of('500 g')]],
  ['Cheese : +30 (Not available);', [of('Cheese', 3000, false)]],
  ['Large (12 inch): ₹ 1,20,000.50\nSmall', [of('Large (12 inch)', 12_000_050), of('Small')]],
  ['Dip\\: hot: 5 inr', [of('Dip: hot', 500)]],
  ['', []],
])('%j is what people write too', (cell, value) => {
  expect(choicesCell.read(cell, 'INR')).toEqual({ value })
})

test.each([
  ['Full; Half: much', 'choice 2 has no amount behind its colon'],
  ['Half: 5 XYZ', 'choice 1 has no amount'],
  ['Full: 5.005', 'choice 1 has no amount'],
  ['Sauce: hot: 5', 'choice 1 has two colons'],
])('%j is refused, and says which choice', (cell, words) => {
  expect(choicesCell.read(cell, 'INR')).toEqual({ problem: expect.stringContaining(words) })
})
