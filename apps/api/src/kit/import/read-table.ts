import { fork } from 'node:child_process'
import { join } from 'node:path'
import { exportTypes, type FileContent, importLimits } from '@larder/contract'
import { invalid } from '../errors.ts'
import { createSemaphore } from '../work/semaphore.ts'
import type { Table, TableAnswer, TableQuestion } from './table-reader.ts'

const READER = join(import.meta.dirname, 'table-reader.ts')
const LIMIT_MS = 20_000
const inTurn = createSemaphore(
  { running: 1, waiting: 4 },
  { reason: 'imports-busy', message: 'Too many files are being read. Please try again in a moment.' },
)

/** Reads a stranger's CSV or XLSX file. 422 `unreadable-file` where it is none or too much, 503 `imports-busy` when too many wait. */
export async function readTable({ type, bytes }: FileContent): Promise<Table> {
  const { rows, characters } = importLimits
  const question: TableQuestion = { kind: type === exportTypes.csv ? 'csv' : 'xlsx', bytes, most: { rows, characters } }
  const answer = await inTurn(() => askReader(question))
  if ('table' in answer) return answer.table
  invalid({ body: answer.refusal }, { reason: 'unreadable-file', message: `The file ${answer.refusal}.` })
}

// A process of its own for each: whatever a file does to the libraries that read it ends there, and so does the memory it took.
function askReader(question: TableQuestion): Promise<TableAnswer> {
  const reader = fork(READER, {
    execArgv: ['--max-old-space-size=512'],
    // Nothing of ours but what Windows starts no program without.
    env: { SystemRoot: process.env.SystemRoot },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    reader.once('error', reject)
    reader.once('message', (answer: TableAnswer) => resolve(answer))
    // Not at its exit: what it said last may still be on the way.
    reader.once('close', (_code, signal) => resolve({ refusal: signal === 'SIGKILL' ? 'takes too long to read' : 'cannot be read' }))
    reader.send(question)
  })
}
