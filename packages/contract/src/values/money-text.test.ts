import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOf } from './format.ts'
import { maxMinor, money, moneyDecimal } from './money.ts'
import { parseMoney } from './money-text.ts'

const currencies = fc.constantFrom('INR', 'USD', 'EUR', 'JPY', 'KWD', 'IQD', 'XOF', 'CHF', 'PKR', 'BRL')
const amounts = fc.tuple(fc.integer({ min: -maxMinor, max: maxMinor }), currencies).map(([minor, currency]) => money(minor, currency))

test('a decimal has a digit before the point and no grouping', () => {
  expect([money(5, 'INR'), money(-125_000, 'INR'), money(7, 'JPY'), money(0, 'KWD')].map(moneyDecimal)).toEqual([
    '0.05',
    '-1250.00',
    '7',
    '0.000',
  ])
})

test('what is written can be read back, however it is grouped', () => {
  const numbers = fc.constantFrom('en-US', 'en-IN')
  fc.assert(
    fc.property(amounts, numbers, (amount, grouping) => {
      const written = formatOf({ numbers: grouping, dates: 'en-US', clock: '12-hour' }).money(amount)
      expect(parseMoney(written, amount.currency)).toEqual(amount)
      expect(parseMoney(moneyDecimal(amount), amount.currency)).toEqual(amount)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['1,250.5', 125_050],
  ['1,25,000', 12_500_000],
  ['₹ 99', 9900],
  ['99 INR', 9900],
  ['INR 99', 9900],
  [' -5 ', -500],
  ['−5', -500],
  ['.5', 50],
  ['5.', 500],
  ['-0', 0],
  ['１２', 1200],
])('reads %j', (text, minor) => {
  expect(parseMoney(text, 'INR')).toEqual(money(minor, 'INR'))
})

test.each([
  '',
  '.',
  '-',
  '₹',
  '1.234',
  '1.250,00',
  '1,2',
  '12,34',
  '1 2',
  '1e3',
  '--5',
  '5-',
  '0x1',
  'NaN',
  '$5',
  '1₹5',
  '10000000000000.01',
  '9'.repeat(70),
])('does not read %j', (text) => {
  expect(parseMoney(text, 'INR')).toBeNull()
})

test('never throws, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), currencies, (text, currency) => void parseMoney(text, currency)),
    { numRuns: 1000 },
  )
})
