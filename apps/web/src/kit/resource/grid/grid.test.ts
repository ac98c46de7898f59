import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adoptConventions } from '../../format.ts'
import { gridAmount, gridChoice, gridNumber, gridSwitch, gridText, pasted, rangeBetween } from './grid.ts'

adoptConventions({ numbers: 'en-IN', dates: 'en-GB', clock: '24-hour' })
const mark = gridChoice('vegMark', { options: [{ value: 'veg', label: 'Vegetarian' }], none: 'No mark' })
const unit = gridChoice('unit', { options: [{ value: 'pc', label: 'Piece' }] })

test('what stands in a cell is what a spreadsheet takes, and is the same when it comes back', () => {
  const amount = gridAmount('price')
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (minor) => {
      const value = { minor, currency: 'INR' }
      expect(amount.valueOf(amount.textOf(value), 'INR')).toEqual(value)
    }),
  )
  for (const [column, value] of [
    [gridNumber('stock'), 12],
    [gridNumber('stock'), null],
    [gridText('name'), 'Appam'],
    [gridSwitch('available'), true],
    [gridSwitch('available'), false],
    [mark, 'veg'],
    [mark, null],
    [unit, 'pc'],
  ] as const)
    expect(column.valueOf(column.textOf(value), 'INR')).toEqual(value)
})

test('what people paste is understood: grouped figures, words of a switch, a choice by its label; what is none stays as it was typed', () => {
  expect(gridAmount('price').valueOf(' 1,250.50 ', 'INR')).toEqual({ minor: 125_050, currency: 'INR' })
  expect(gridAmount('price').valueOf('dear', 'INR')).toBe('dear')
  expect(gridAmount('price').valueOf('', 'INR')).toBeNull()
  expect(gridNumber('stock').valueOf('1 200', 'INR')).toBe(1200)
  expect(gridNumber('stock').valueOf('few', 'INR')).toBe('few')
  expect(['YES', 'true', '1', 'no', '', 'perhaps'].map((text) => gridSwitch('available').valueOf(text, 'INR'))).toEqual([
    true,
    true,
    true,
    false,
    false,
    'perhaps',
  ])
  expect(['vegetarian', 'veg', 'no mark', '', 'fish'].map((text) => mark.valueOf(text, 'INR'))).toEqual(['veg', 'veg', null, null, 'fish'])
  expect(unit.valueOf('', 'INR')).toBe('')
})

const at = (row: number, column: number) => ({ row, column })

test('one cell fills all that are selected; a block goes down from the first, and again where the selection is a multiple of it', () => {
  const size = { rows: 10, columns: 4 }
  const texts = (block: string[][], into: ReturnType<typeof rangeBetween>) => {
    const { cells, past } = pasted(block, into, size)
    return [cells.map(({ row, column, text }) => `${row}.${column} ${text}`), past]
  }
  expect(texts([['5']], rangeBetween(at(3, 1), at(1, 1)))).toEqual([['1.1 5', '2.1 5', '3.1 5'], 0])
  expect(texts([['a'], ['b']], rangeBetween(at(0, 0), at(3, 0)))).toEqual([['0.0 a', '1.0 b', '2.0 a', '3.0 b'], 0])
  expect(texts([['a'], ['b'], ['c']], rangeBetween(at(8, 2), at(8, 2)))).toEqual([['8.2 a', '9.2 b'], 1])
  expect(texts([['a', 'b'], ['c']], rangeBetween(at(0, 3), at(0, 3)))).toEqual([['0.3 a', '1.3 c'], 1])
})
