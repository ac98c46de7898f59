import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adoptConventions } from '../../format.ts'
import { filledDown, type Given, nextPlace, pasted, placesIn, rangeBetween, undoneWords } from './grid.ts'
import { gridAmount, gridChoice, gridHours, gridMoment, gridNumber, gridReference, gridSwitch, gridText } from './grid-columns.ts'
import { nearest } from './near.ts'

adoptConventions({ numbers: 'en-IN', dates: 'en-GB', clock: '24-hour' })
const given: Given = { row: { id: 'a', version: 1 }, rows: [], currency: 'INR', zone: 'Asia/Kolkata', known: null }
const mark = gridChoice('vegMark', { options: [{ value: 'veg', label: 'Vegetarian' }], none: 'No mark' })
const unit = gridChoice('unit', { options: [{ value: 'pc', label: 'Piece' }] })

test('what stands in a cell is what a spreadsheet takes, and is the same when it comes back', () => {
  const amount = gridAmount('price')
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000 }), (minor) => {
      const value = { minor, currency: 'INR' }
      expect(amount.valueOf(amount.textOf(value, given), given)).toEqual(value)
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
    expect(column.valueOf(column.textOf(value, given), given)).toEqual(value)
})

test('what people paste is understood: grouped figures, words of a switch, a choice by its label; what is none stays as it was typed', () => {
  expect(gridAmount('price').valueOf(' 1,250.50 ', given)).toEqual({ minor: 125_050, currency: 'INR' })
  expect(gridAmount('price').valueOf('dear', given)).toBe('dear')
  expect(gridAmount('price').valueOf('', given)).toBeNull()
  expect(gridNumber('stock').valueOf('1 200', given)).toBe(1200)
  expect(gridNumber('stock').valueOf('few', given)).toBe('few')
  expect(['YES', 'true', '1', 'no', '', 'perhaps'].map((text) => gridSwitch('available').valueOf(text, given))).toEqual([
    true,
    true,
    true,
    false,
    false,
    'perhaps',
  ])
  expect(['vegetarian', 'veg', 'no mark', '', 'fish'].map((text) => mark.valueOf(text, given))).toEqual(['veg', 'veg', null, null, 'fish'])
  expect(unit.valueOf('', given)).toBe('')
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

const options = [
  { value: 'c1', label: 'Mains › Curries', hint: 'Curries' },
  { value: 'c2', label: 'Mains › Rice', hint: 'Rice' },
  { value: 'c3', label: 'Sides › Rice', hint: 'Rice' },
]
const named = { ...given, row: { id: 'a', version: 1, category: { id: 'c9', name: 'Of before' } }, known: options }

test('another record is told and found by its title, by its own name where one alone has it, and else told what is near', () => {
  const source = { list: {}, get: undefined } as never
  const category = gridReference('categoryId', { named: 'category', from: source, title: () => '' })
  const brand = gridReference('brandId', { named: 'brand', none: 'No brand', from: source, title: () => '' })
  expect(['mains › curries', 'Curries', ' c2 '].map((text) => category.valueOf(text, named))).toEqual(['c1', 'c1', 'c2'])
  expect(category.textOf('c2', named)).toBe('Mains › Rice')
  // Before they are read it is called as its record says.
  expect(category.textOf('c9', { ...named, known: null })).toBe('Of before')
  expect(category.whyNot?.('Curries', named)).toBeNull()
  expect([category.valueOf('Rice', named), category.whyNot?.('Rice', named)]).toEqual([
    'Rice',
    'is none of what there is to choose from. There is Mains › Rice, Sides › Rice',
  ])
  expect(category.whyNot?.('Curries', { ...named, known: null })).toContain('not read yet')
  expect([category.whyNot?.('', named), brand.whyNot?.('', { ...named, known: null })]).toEqual(['is required', null])
  expect([brand.valueOf('', named), brand.valueOf('No brand', named)]).toEqual([null, null])
})

test("hours are those that records of the grid have, by their words; a moment is a day and a time of the installation's clock", () => {
  const hours = [{ day: 1, opens: '09:00', closes: '17:00' }]
  const served = gridHours('schedule', { none: 'Always' })
  const among = {
    ...given,
    rows: [
      { id: 'b', version: 1, schedule: hours },
      { id: 'c', version: 1, schedule: null },
    ] as never,
  }
  expect(served.textOf(hours, among)).toBe('Mon 09:00–17:00')
  expect([served.valueOf('mon 09:00–17:00', among), served.valueOf('Always', among)]).toEqual([hours, null])
  expect(served.whyNot?.('Tue 09:00–17:00', among)).toContain('There is Mon 09:00–17:00')
  const until = gridMoment('snoozedUntil')
  expect(until.valueOf('2027-01-31 18:30', given)).toBe('2027-01-31T13:00:00.000Z')
  expect(until.valueOf(until.textOf('2027-01-31T13:00:00.000Z', given), given)).toBe('2027-01-31T13:00:00.000Z')
  expect([until.valueOf('2027-01-31', given), until.valueOf('', given)]).toEqual(['2027-01-30T18:30:00.000Z', null])
  expect(['2027-02-31', '2027-01-01 25:00', 'soon'].map((text) => until.whyNot?.(text, given))).toEqual(
    Array(3).fill(expect.stringContaining('is no moment')),
  )
})

test('what is near holds the text, or differs in few letters of it', () => {
  const labels = ['Curries', 'Curry leaves', 'Rice', 'Breads', 'Breakfast', 'Brunch', 'Bread rolls']
  expect(nearest('curies', labels)).toEqual(['Curries'])
  expect(nearest('bread', labels)).toEqual(['Breads', 'Bread rolls'])
  expect(nearest('Fish', labels)).toEqual([])
})

test('filled down is what the first of the selected rows has, or the row above a single one', () => {
  expect(filledDown(rangeBetween(at(4, 2), at(1, 1)))).toEqual({ from: 1, into: { top: 2, bottom: 4, left: 1, right: 2 } })
  expect(filledDown(rangeBetween(at(4, 2), at(4, 2)))).toEqual({ from: 3, into: { top: 4, bottom: 4, left: 2, right: 2 } })
  expect(filledDown(rangeBetween(at(0, 2), at(0, 2)))).toBeNull()
  expect(placesIn(rangeBetween(at(1, 1), at(2, 2)))).toEqual([at(1, 1), at(1, 2), at(2, 1), at(2, 2)])
})

test('the next of some places is behind where somebody is, and the first one behind the last', () => {
  const places = [at(7, 0), at(2, 3), at(2, 1)]
  expect([at(0, 0), at(2, 1), at(2, 3), at(7, 0)].map((after) => nextPlace(places, after))).toEqual([
    at(2, 1),
    at(2, 3),
    at(7, 0),
    at(2, 1),
  ])
  expect(nextPlace([], at(0, 0))).toBeNull()
})

test('what was undone is told by its field and record, or how many', () => {
  const grid = { columns: [gridAmount('price'), gridText('sku', { label: 'SKU' })] }
  const row = (name: string) => ({ id: name, version: 1, name })
  const told = (cells: [string, string][]) =>
    undoneWords(
      cells.map(([name, key]) => ({ row: row(name), key })),
      grid,
      { label: ['Item', 'Items'], titleOf: (each) => (each as never as { name: string }).name },
    )
  expect(told([['Appam', 'price']])).toBe('price of Appam')
  expect(
    told([
      ['Appam', 'sku'],
      ['Idli', 'sku'],
    ]),
  ).toBe('SKU of 2 items')
  expect(
    told([
      ['Appam', 'sku'],
      ['Appam', 'price'],
    ]),
  ).toBe('2 cells')
})
