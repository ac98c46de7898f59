import { expect, test } from 'vitest'
import { moneyField, numberField, textField } from '../fields.tsx'
import { pictureField } from '../picture-field.tsx'
import { cellsOf, problemsOf, withCells } from './lines.ts'

test('what is wrong is told at the part that it is of', () => {
  const problems = { '': 'is too long', '1': 'is double', '1.fee': 'is required', '11.fee': 'is too large' }
  expect(problemsOf(problems, 1)).toEqual({ '': 'is double', fee: 'is required' })
  expect(problemsOf(problems, 2)).toEqual({})
})

test.each([
  ['one cell', '45', null],
  ['one cell as a spreadsheet copies it', '45\n', null],
  ['a row', '3\t25', [['3', '25']]],
  ['a column', '3\r\n6\r\n', [['3'], ['6']]],
  [
    'rows',
    '3\t 25 \n6\t\n',
    [
      ['3', '25'],
      ['6', ''],
    ],
  ],
])('%s of a spreadsheet', (_what, text, cells) => {
  expect(cellsOf(text)).toEqual(cells)
})

const fields = [numberField('maxKm'), moneyField('fee'), textField('note')]
const into = { fields, blank: () => ({ maxKm: null, fee: null, note: 'new' }), currency: 'INR' }
const rupees = (minor: number) => ({ minor, currency: 'INR' })

test('cells go into the lines from where they are pasted on, and make lines for what is more', () => {
  const lines = [
    { maxKm: 1, fee: rupees(100), note: 'a' },
    { maxKm: 2, fee: rupees(200), note: 'b' },
  ]
  const cells = [
    ['₹ 1,250.50', 'seldom'],
    ['free', 'often'],
  ]
  expect(withCells(lines, cells, { line: 1, field: 1 }, into)).toEqual([
    lines[0],
    { maxKm: 2, fee: rupees(125_050), note: 'seldom' },
    { maxKm: null, fee: 'free', note: 'often' },
  ])
  expect(withCells(lines, [['3', '1', 'x', 'beyond']], { line: 0, field: 0 }, into)[0]).toEqual({ maxKm: 3, fee: rupees(100), note: 'x' })
})

test('what is broader than a cell stands below the cells, and takes none of what is pasted', () => {
  const withPicture = { ...into, fields: [pictureField('imageId'), ...fields] as never }
  expect(withCells([], [['3', '1']], { line: 0, field: 0 }, withPicture)).toEqual([{ maxKm: 3, fee: rupees(100), note: 'new' }])
})
