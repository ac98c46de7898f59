import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { type Cell, textOf } from './columns.ts'

/** What a spreadsheet program takes for the beginning of a formula, in the wide forms of East Asian keyboards too. */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/

/** A text that no spreadsheet program runs: one that begins like a formula gets an apostrophe before it. */
export function inertText(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** A cell as a file has it: numbers as they are, also below zero; texts without what could run. */
export function inertCell(cell: Cell): string {
  return typeof cell === 'string' ? inertText(cell) : textOf(cell)
}

/** Rows as CSV (RFC 4180, UTF-8 with its mark, which tells spreadsheet programs so): no more rows are asked for than are taken. */
export async function* writeCsv(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<Uint8Array> {
  // Left alone, it quotes a line break only where it is a whole one of ours.
  const writer = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ })
  // A fault of the rows ends the reading below with it.
  const written = pipeline(Readable.from(inertRows(rows)), writer)
  written.catch(() => {})
  for await (const chunk of writer) yield chunk as Uint8Array
  await written
}

async function* inertRows(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(inertCell)
}
