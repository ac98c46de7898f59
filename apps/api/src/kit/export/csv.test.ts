import { exportTypes, wallClockAt } from '@larder/contract'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable } from '../import/read-table.ts'
import { type Cell, textOf } from './columns.ts'
import { inertText, writeCsv } from './csv.ts'
import { writeXlsx } from './xlsx.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'", '"', ',', ''), fc.string())
    .map((parts) => parts.join('')),
)
const cell: fc.Arbitrary<Cell> = fc.oneof(
  hostile,
  fc.integer(),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((minor) => ({ decimal: (minor / 100).toFixed(2) })),
  fc.constant(null),
)
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }))

async function* rowsOf(rows: readonly Cell[][]): AsyncGenerator<Cell[]> {
  yield* rows
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

const startsFormula = /^[=+\-@\t\r\n\0＝＋－＠]/
const guarded = (each: Cell) => (typeof each === 'string' ? inertText(each) : textOf(each))

test('whatever people typed, a file gives it back, and no text of it begins a formula', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const read = parse(await bytesOf(writeCsv(rowsOf(rows))), {
        bom: true,
        relax_column_count: false,
        skip_empty_lines: false,
      }) as string[][]
      expect(read).toEqual(rows.map((row) => row.map(guarded).map((text) => text.toWellFormed())))
      for (const [index, row] of rows.entries())
        for (const [at, each] of row.entries()) if (typeof each === 'string') expect(read[index]?.[at]).not.toMatch(startsFormula)
    }),
    { numRuns: 300 },
  )
})

test('no text begins a formula where semicolons or tabs part the cells', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', ';', '\t', ' ', '=1+1', '-2', '@x', '"', ',', '\n')),
      fc.constantFrom(';', '\t'),
      async (parts, delimiter) => {
        const text = (await bytesOf(writeCsv(rowsOf([['first', parts.join('')]])))).toString()
        for (const cell of text.split(delimiter).slice(1)) expect(cell.replace(/^[\s"]+/, '')).not.toMatch(startsFormula)
      },
    ),
  )
  expect(guarded('Leave it; =HYPERLINK("http://example.com")')).toBe(`Leave it; '=HYPERLINK("http://example.com")`)
})

test('a number below zero stays one', () => {
  expect(guarded({ decimal: '-12.50' })).toBe('-12.50')
  expect(guarded(-3)).toBe('-3')
  expect(inertText('-12.50 kg')).toBe("'-12.50 kg")
})

test('a text is a text in a workbook, and a number a number', async () => {
  const { readXlsx } = await import('hucre')
  const rows: Cell[][] = [
    ['Name', 'Total'],
    ['=HYPERLINK("http://example.com")', { decimal: '-12.50' }],
    ['Café “Ünïcode” 日本', 3],
  ]
  const workbook = await readXlsx(await bytesOf(writeXlsx(rowsOf(rows), 'Orders/2026')))
  expect(workbook.sheets[0]?.name).toBe('Orders 2026')
  expect(workbook.sheets[0]?.rows).toEqual([
    ['Name', 'Total'],
    ['\'=HYPERLINK("http://example.com")', -12.5],
    ['Café “Ünïcode” 日本', 3],
  ])
})

test('a day and what clocks show are dates of a workbook, and read as they were written', async () => {
  const { readXlsx } = await import('hucre')
  const rows: Cell[][] = [
    ['Day', 'Placed'],
    [{ day: '2026-11-28' }, { clock: '2026-11-28 20:15:03' }],
  ]
  const column = { head: '', cell: () => null }
  const bytes = await bytesOf(
    writeXlsx(rowsOf(rows), 'Orders', [
      { ...column, form: 'day' },
      { ...column, form: 'clock' },
    ]),
  )
  const [sheet] = (await readXlsx(bytes)).sheets
  expect(sheet?.rows[1]).toEqual([new Date('2026-11-28'), new Date('2026-11-28T20:15:03Z')])
  const { rows: read } = await readTable({ type: exportTypes.xlsx, bytes: new Uint8Array(bytes) }, 'Nila')
  expect(read.map(({ cells }) => cells)).toEqual([['2026-11-28', '2026-11-28 20:15:03']])
  expect(rows[1]?.map(textOf)).toEqual(['2026-11-28', '2026-11-28 20:15:03'])
})

test('a moment is as the clocks of its zone show it, and sorts as text', () => {
  expect(wallClockAt('2026-11-21T20:00:00.000Z', 'Asia/Kolkata')).toBe('2026-11-22 01:30:00')
  expect(wallClockAt('2026-11-01T05:30:00.000Z', 'America/New_York')).toBe('2026-11-01 01:30:00')
})
