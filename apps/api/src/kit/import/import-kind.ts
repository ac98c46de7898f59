import { exportTypes } from '@larder/contract'
import type { RunningTask, TaskKind, TaskResult } from '../context.ts'
import type { Cell } from '../export/columns.ts'
import { writeCsv } from '../export/csv.ts'
import { doRows, outcomesOf, type RowCall, type TaskRow } from '../work/task-rows.ts'

interface Parameters {
  /** The entity whose list it is. */
  list: string
}

/**
 * Does the rows of a file that were written down when it began: each as its form would, in its own unit of work, which notes it in the same
 * transaction. One that was killed goes on with the rows that have no outcome, and does none twice.
 */
export const importKind: TaskKind = { name: 'import', atOnce: 2, retries: 10, run: runImport }

async function runImport(task: RunningTask): Promise<TaskResult> {
  const { list } = task.claim.parameters as Parameters
  const { done, refused } = await doRows(task, (row) => inputOf(list, row))
  const sizeBytes = await task.keepFile(writeCsv(linesOf(task)))
  const words = refused === 0 ? `${done} imported` : `${done} imported, ${refused} refused`
  return { words, file: { name: `import-${task.claim.id.slice(-12)}.csv`, type: exportTypes.csv, sizeBytes }, facts: { done, refused } }
}

function inputOf(list: string, { record_id: id, record_version: version, input }: TaskRow): RowCall {
  if (id === null) return { endpoint: `${list}.create`, input: { body: input }, more: { rowOf: list } }
  return { endpoint: `${list}.update`, input: { params: { id }, body: { ...input, version } } }
}

async function* linesOf(task: RunningTask): AsyncGenerator<Cell[]> {
  yield ['Row', 'Name', 'Outcome', 'Reason', 'ID']
  for await (const { position, title, outcome, reason, record_id: id } of outcomesOf(task))
    yield [position, title, outcome === 'done' ? 'Imported' : 'Refused', reason, id]
}
