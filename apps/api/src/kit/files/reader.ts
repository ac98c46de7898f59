import { fork } from 'node:child_process'
import { createSemaphore } from '../work/semaphore.ts'

/** `refusal` says what is wrong with the file: "is damaged". */
export interface Unread {
  refusal: string
}

interface Limits {
  /** How many of one person are read or wait. */
  each?: number
  /** Megabytes that its values may take. */
  heap: number
  /** Milliseconds. */
  time: number
}

const WAITING = 4

/**
 * Reads strangers' files by a program that takes a question and sends an answer: in a process of its own for each, so that whatever a file
 * does to the libraries that read it ends there, and so does the memory it took. One at a time; `busy` says to whom too many are before (503)
 * why. A file that ends the program is refused.
 */
export function createReader<Question, Answer extends object>(
  program: string,
  limits: Limits,
  busy: Parameters<typeof createSemaphore>[1],
): (question: Question, by?: string) => Promise<Answer | Unread> {
  const inTurn = createSemaphore({ running: 1, waiting: WAITING, ...(limits.each && { each: limits.each }) }, busy)
  return (question, by) => inTurn(() => ask(program, limits, question), by)
}

function ask<Answer>(program: string, { heap, time }: Limits, question: unknown): Promise<Answer | Unread> {
  const reader = fork(program, {
    execArgv: [`--max-old-space-size=${heap}`],
    // Nothing of ours but what Windows starts no program without, and its own code as it was compiled before.
    env: { SystemRoot: process.env.SystemRoot, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: time,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    reader.once('error', reject)
    reader.once('message', (answer) => resolve(answer as Answer | Unread))
    // Not at its exit: what it said last may still be on the way.
    reader.once('close', (code, signal) => {
      if (signal === null) reject(new Error(`${program} ended with ${code}`))
      else resolve({ refusal: signal === 'SIGKILL' ? 'takes too long to read' : 'cannot be read' })
    })
    reader.send(question as Parameters<typeof reader.send>[0])
  })
}
