import { parse } from 'csv-parse/sync'
import type { Unread } from '../files/reader.ts'

/** What a file holds, cell by cell, as text; `row` is the number that a spreadsheet program shows. */
export interface Table {
  heads: string[]
  rows: { row: number; cells: string[] }[]
}

export interface TableQuestion {
  kind: 'csv' | 'xlsx'
  bytes: Uint8Array
  /** Rows below the head, and characters of all cells. */
  most: { rows: number; characters: number }
  /** The table is to come in pieces of so many rows, each when it is asked for; else as a whole. */
  rowsAtOnce?: number
}

/** What comes of a table in pieces: its columns first. */
export type TablePiece = Unread | { heads: string[]; count: number } | { rows: Table['rows']; isLast: boolean }

export interface TableRead {
  table: Table
}

/** Bytes that a workbook may unpack to for each row that it may have: one of 40 cells comes to half as much. */
const UNPACKED_OF_ROW = 3300
/** Bytes that the program may take meanwhile. */
const MOST_MEMORY = 700 * 1024 * 1024
const MOST_COLUMNS = 200
/** Characters of a column's name: what no list calls a column is told by it. */
const MOST_OF_HEAD = 200
/** The last row of a sheet. */
const MOST_ROW = 1_048_576

const tooMuchUnpacked = 'unpacks to more than any list has'
const tooMuchText = 'has more text than any list'
const tooManyColumns = `has more than ${MOST_COLUMNS} columns`

class Unreadable extends Error {}

// A program of its own, started for one file: bytes come in, a table or a refusal goes out.
process.once('disconnect', () => process.exit())
process.once('message', async (question: TableQuestion) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEMORY) process.send?.({ refusal: tooMuchUnpacked }, () => process.exit())
  }, 5)
  const answer = await read(question)
  clearInterval(watch)
  if (question.rowsAtOnce && 'table' in answer) return sendInPieces(answer.table, question.rowsAtOnce)
  process.send?.(answer, () => process.disconnect())
})

function sendInPieces({ heads, rows }: Table, rowsAtOnce: number): void {
  let at = 0
  process.on('message', () => {
    const piece = rows.slice(at, at + rowsAtOnce)
    at += rowsAtOnce
    process.send?.({ rows: piece, isLast: at >= rows.length })
  })
  process.send?.({ heads, count: rows.length })
}

async function read({ kind, bytes, most }: TableQuestion): Promise<TableRead | Unread> {
  try {
    return { table: tableOf(kind === 'csv' ? readCsv(bytes, most.rows) : await readXlsx(bytes, most), most) }
  } catch (error) {
    if (error instanceof Unreadable) return { refusal: error.message }
    return { refusal: kind === 'csv' ? csvFault(error, bytes) : 'is damaged, protected by a password, or no XLSX workbook' }
  }
}

interface Line {
  row: number
  cells: string[]
}

function tableOf(lines: Line[], most: TableQuestion['most']): Table {
  const [head, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (!head) throw new Unreadable('is empty')
  if (rows.length > most.rows) throw new Unreadable(`has more than ${most.rows} rows: part it into several`)
  if (lines.some(({ cells }) => cells.length > MOST_COLUMNS)) throw new Unreadable(tooManyColumns)
  if (head.cells.some((cell) => cell.length > MOST_OF_HEAD))
    throw new Unreadable(`has a column whose name is longer than ${MOST_OF_HEAD} characters`)
  if (rows.reduce((sum, { cells }) => sum + lengthOf(cells), 0) > most.characters) throw new Unreadable(tooMuchText)
  return { heads: withoutEmptyEnd(head.cells), rows }
}

function lengthOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0)
}

function readCsv(bytes: Uint8Array, mostRows: number): Line[] {
  const text = decode(bytes)
  // One line more than there may be is enough to say so.
  const lines = parse(text, { delimiter: delimiterOf(text), relax_column_count: true, to: mostRows + 2 }) as string[][]
  return lines.map((cells, at) => ({ row: at + 1, cells }))
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('is not UTF-8: save it as "CSV UTF-8", or as XLSX')
  }
}

/** What parts the cells of the first line: spreadsheet programs of many countries write semicolons. */
function delimiterOf(text: string): string {
  const head = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? ''
  const count = (mark: string) => head.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}

function csvFault(error: unknown, bytes: Uint8Array): string {
  const { code, lines } = error as { code?: string; lines?: number }
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `has a quotation mark that is not closed on line ${lineOfLastMark(decode(bytes))}: close it behind its cell`
  const where = lines === undefined ? '' : ` on line ${lines}`
  return code?.includes('QUOTE')
    ? `has a quotation mark within a cell${where}: put the whole cell in quotation marks and write that mark twice`
    : `is no CSV${where}`
}

/** Where the quotation mark is that opens what nothing closes. */
function lineOfLastMark(text: string): number {
  return text.slice(0, text.lastIndexOf('"')).split('\n').length
}

async function readXlsx(bytes: Uint8Array, most: TableQuestion['most']): Promise<Line[]> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  await refuseBurst(bytes, most.rows)
  const lines: Line[] = []
  let characters = 0
  for await (const { index, values } of streamXlsxRows(bytes, { maxRows: most.rows + 2 })) {
    // Its rows say themselves which they are.
    if (!(index >= (lines.at(-1)?.row ?? 0) && index < MOST_ROW)) throw new Unreadable('has its rows in no order')
    const cells = values.map((value, at) => textOf(value, { row: index + 1, column: at + 1 }))
    lines.push({ row: index + 1, cells })
    characters += lengthOf(cells)
    // What follows needn't be read to say so.
    if (cells.length > MOST_COLUMNS) throw new Unreadable(tooManyColumns)
    if (characters > most.characters) throw new Unreadable(tooMuchText)
  }
  return lines
}

/** Refuses a workbook by what its entries claim to unpack to, before any is: nothing is unpacked beyond its claim. */
async function refuseBurst(bytes: Uint8Array, rows: number): Promise<void> {
  const { unzipSync } = await import('fflate')
  let claimed = 0
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      // One that claims nothing is unpacked without an end; a folder holds nothing.
      claimed += originalSize > 0 || name.endsWith('/') ? originalSize : Number.POSITIVE_INFINITY
      return false
    },
  })
  if (claimed > rows * UNPACKED_OF_ROW) throw new Unreadable(tooMuchUnpacked)
}

interface Place {
  row: number
  column: number
}

function textOf(value: unknown, place: Place): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(Number(value.toPrecision(shownDigits)))
  return value instanceof Date ? clockOf(value, place) : String(value)
}

/** What programs show of a number, whatever its formula came to beyond that: 60.5 of 60.500000000000007. */
const shownDigits = 15

/** The days that a sheet has dates for; programs show any other as a row of #####. */
const [firstOfSheet, endOfSheet] = [Date.UTC(1899, 11, 31), Date.UTC(10_000, 0, 1)]

// A sheet has no zones: a day is one, and a time what its clocks show.
function clockOf(value: Date, { row, column }: Place): string {
  if (!(value.getTime() >= firstOfSheet && value.getTime() < endOfSheet))
    throw new Unreadable(`has a date before 1900 or after 9999 in row ${row}, column ${column}`)
  return value.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')
}

function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
}
