import { join } from 'node:path'
import { exportTypes, type FileContent, importLimits } from '@larder/contract'
import { invalid } from '../errors.ts'
import { createReader } from '../files/reader.ts'
import type { Table, TableQuestion, TableRead } from './table-reader.ts'

const ask = createReader<TableQuestion, TableRead>(
  join(import.meta.dirname, 'table-reader.ts'),
  { heap: 512, time: 20_000, each: 2 },
  { reason: 'imports-busy', message: 'Too many files are being read. Please try again in a moment.' },
)

/** Reads a stranger's CSV or XLSX file. 422 `unreadable-file` where it is none or too much, 503 `imports-busy` when too many wait, of `by` or of all. */
export async function readTable({ type, bytes }: FileContent, by: string): Promise<Table> {
  const { rows, characters } = importLimits
  const answer = await ask({ kind: type === exportTypes.csv ? 'csv' : 'xlsx', bytes, most: { rows, characters } }, by)
  if ('table' in answer) return answer.table
  invalid({ body: answer.refusal }, { reason: 'unreadable-file', message: `The file ${answer.refusal}.` })
}
