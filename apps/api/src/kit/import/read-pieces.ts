import { fork } from 'node:child_process'
import { join } from 'node:path'
import { exportTypes, type FileContent } from '@larder/contract'
import { Refusal } from '../errors.ts'
import { createSemaphore } from '../work/semaphore.ts'
import type { Table, TablePiece, TableQuestion } from './table-reader.ts'

const program = join(import.meta.dirname, 'table-reader.ts')
const heapMegabytes = 700
/** Whoever takes the pieces needs time for each. */
const mostMs = 180_000

const inTurn = createSemaphore(
  { running: 2, waiting: 4, each: 2 },
  { reason: 'imports-busy', message: 'Too many files are being read. Please try again in a moment.' },
)

export interface PieceTaker {
  /** The columns, and how many rows there are. */
  head(heads: readonly string[], rows: number): Promise<void>
  /** Rows in their order, so many at a time; not asked for at `false`. */
  rows?(rows: Table['rows']): Promise<void>
}

/**
 * Reads a stranger's file as `readTable` does, and hands its rows on piece by piece: however large it is, this process holds one piece. 422
 * `unreadable-file` where it is none or too much, 503 `imports-busy` when too many wait, of `by` or of all.
 */
export function readTableInPieces(
  { type, bytes }: FileContent,
  most: TableQuestion['most'] & { rowsAtOnce: number },
  taker: PieceTaker,
  by: string,
): Promise<void> {
  const question: TableQuestion = { kind: type === exportTypes.csv ? 'csv' : 'xlsx', bytes, most, rowsAtOnce: most.rowsAtOnce }
  return inTurn(() => talk(question, taker), by)
}

function talk(question: TableQuestion, taker: PieceTaker): Promise<void> {
  const reader = fork(program, {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    // Nothing of ours but what Windows starts no program without, and its own code as it was compiled before.
    env: { SystemRoot: process.env.SystemRoot, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: mostMs,
    killSignal: 'SIGKILL',
  })
  const done = Promise.withResolvers<void>()
  reader.once('error', done.reject)
  reader.once('close', (code, signal) => {
    if (signal === null && code !== 0) done.reject(new Error(`${program} ended with ${code}`))
    else done.reject(unreadable(signal === 'SIGKILL' ? 'takes too long to read' : 'cannot be read'))
  })
  reader.on('message', (message) => {
    take(message as TablePiece, taker)
      .then((wantsMore) => {
        if (!wantsMore) done.resolve()
        else reader.send('more')
      })
      .catch(done.reject)
  })
  reader.send(question)
  return done.promise.finally(() => void reader.kill('SIGKILL'))
}

async function take(piece: TablePiece, taker: PieceTaker): Promise<boolean> {
  if ('refusal' in piece) throw unreadable(piece.refusal)
  if ('heads' in piece) {
    await taker.head(piece.heads, piece.count)
    return taker.rows !== undefined
  }
  if (piece.rows.length > 0) await taker.rows?.(piece.rows)
  return !piece.isLast
}

function unreadable(refusal: string): Refusal {
  return new Refusal('invalid', { reason: 'unreadable-file', message: `The file ${refusal}.`, fields: { body: refusal } })
}
