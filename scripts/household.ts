import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The processes that one command started: they end together, whoever asks. */
export interface Household {
  adopt(child: ChildProcess): ChildProcess
  isEnding(): boolean
  /** Runs the command's work; when it fails, says why in a sentence and ends everything with exit code 1. */
  run(work: () => Promise<void>): Promise<void>
}

// One Ctrl-C can arrive twice: from the terminal, and passed on by npm.
const SAME_SIGNAL_MS = 500
const PARENT_CHECK_MS = 500

/** Ends all that it adopts on Ctrl-C, on a signal, and when npm is gone; a second Ctrl-C is passed on to who hurries. */
export function createHousehold(): Household {
  const children = new Set<ChildProcess>()
  let endingSince: number | null = null

  async function end(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
    if (endingSince !== null && performance.now() - endingSince < SAME_SIGNAL_MS) return
    const isImpatient = endingSince !== null && signal === 'SIGINT'
    endingSince ??= performance.now()
    for (const child of children) child.kill(isImpatient ? 'SIGINT' : 'SIGTERM')
    await Promise.all([...children].map((child) => once(child, 'exit')))
    process.exit()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(signal === 'SIGINT' ? signal : 'SIGTERM'))
  onParentGone(() => void end('SIGTERM'))
  // Whoever read what we print is gone: no reason to end.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

  return {
    adopt(child) {
      children.add(child)
      child.once('exit', () => children.delete(child))
      return child
    },
    isEnding: () => endingSince !== null,
    async run(work) {
      try {
        await work()
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
        process.exitCode = 1
        await end('SIGTERM')
      }
    },
  }
}

// npm runs us through a shell, which passes no signal on: when npm is ended, we see only that our parent is another one.
function onParentGone(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && act(), PARENT_CHECK_MS).unref()
}
