import { msOf } from '@larder/contract'
import type { Cell, FileColumn } from './columns.ts'
import { inertText } from './csv.ts'

const dayMs = 86_400_000
/** A sheet counts days from the last but one of 1899. */
const unixDay = 25_569
const formats = { day: 'yyyy-mm-dd', clock: 'yyyy-mm-dd hh:mm:ss' } as const

/** Where a text has by itself what a workbook writes for a character, `_x000D_`. */
const spoken = /_(?=x[\da-f]{4}_)/gi

/** What one cell takes. */
export const mostCharacters = 32_767

/**
 * Rows as a workbook: texts as texts, which no program runs, numbers as numbers, days and times as such; after 1,048,576 rows in another sheet, under the same head.
 * No more rows are asked for than are taken.
 */
export async function* writeXlsx(
  rows: AsyncIterable<readonly Cell[]>,
  sheet: string,
  columns: readonly FileColumn[] = [],
): AsyncGenerator<Uint8Array> {
  // 112 files, which nobody else needs: a start reads none of them.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const shown = columns.map(({ form }) => (form ? { numFmt: formats[form] } : {}))
  yield* writeXlsxStream(sheetRows(rows), { name: sheetName(sheet), columns: shown }) as unknown as AsyncIterable<Uint8Array>
}

async function* sheetRows(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) yield row.map(sheetValue)
}

function sheetValue(cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return inertText(cell).slice(0, mostCharacters).replace(spoken, '_x005F_')
  if ('decimal' in cell) return Number(cell.decimal)
  // A sheet has no zones: its clocks are read as those of UTC.
  const at = msOf('day' in cell ? `${cell.day}T00:00:00.000Z` : `${cell.clock.replace(' ', 'T')}.000Z`)
  return at / dayMs + unixDay
}

// No sheet's name has these, nor more than 31 characters.
function sheetName(words: string): string {
  return words.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}
