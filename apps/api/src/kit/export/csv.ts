import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { type Cell, textOf } from './columns.ts'

/** What a spreadsheet program takes for the beginning of a formula, in the wide forms of East Asian keyboards too. */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/

// Where lists are parted by semicolons or tabs, a text that has one goes on in another cell.
const laterFormula = /([;\t][\s"]*)(?=[=+\-@＝＋－＠])/g

/** Whether a spreadsheet program would run a text, if it were written to a file as it is. */
export function beginsFormula(text: string): boolean {
  return formula.test(text)
}

/** A text that no spreadsheet program runs: what begins like a formula gets an apostrophe before it, at its start or in what may become the next cell. */
export function inertText(text: string): string {
  const inert = text.replace(laterFormula, "$1'")
  return beginsFormula(inert) ? `'${inert}` : inert
}

/** A cell as a file has it: numbers as they are, also below zero; texts without what could run. */
export function inertCell(cell: Cell): string {
  return typeof cell === 'string' ? inertText(cell) : textOf(cell)
}

/** Rows as CSV (RFC 4180, UTF-8 with its mark, which tells spreadsheet programs so): no more rows are asked for than are taken. */
export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  // Left alone, it quotes a line break only where it is a whole one of ours, and nothing that is a separator elsewhere.
  const writer = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n;\t]/ })
  // A fault of the rows ends the reading below with it.
  const written = pipeline(Readable.from(inertRows(rows)), writer)
  written.catch(() => {})
  for await (const chunk of writer) yield chunk as Uint8Array
  await written
}

async function* inertRows(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(inertCell)
}
