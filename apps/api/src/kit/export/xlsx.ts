import type { Cell } from './columns.ts'
import { inertText } from './csv.ts'

/** What one cell takes. */
export const mostCharacters = 32_767

/**
 * Rows as a workbook: texts as texts, which no program runs, numbers as numbers; after 1,048,576 rows in another sheet, under the same head.
 * No more rows are asked for than are taken.
 */
export async function* writeXlsx(rows: AsyncIterable<readonly Cell[]>, sheet: string): AsyncGenerator<Uint8Array> {
  // 112 files, which nobody else needs: a start reads none of them.
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(sheetRows(rows), { name: sheetName(sheet) }) as unknown as AsyncIterable<Uint8Array>
}

async function* sheetRows(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<(string | number | null)[]> {
  for await (const row of rows) yield row.map(sheetValue)
}

function sheetValue(cell: Cell): string | number | null {
  if (cell === null || typeof cell === 'number') return cell
  return typeof cell === 'string' ? inertText(cell).slice(0, mostCharacters) : Number(cell.decimal)
}

// No sheet's name has these, nor more than 31 characters.
function sheetName(words: string): string {
  return words.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}
