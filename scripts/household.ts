import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

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
const CLEAN_UP_LIMIT_MS = 20_000

/**
 * Ends all that it adopts on Ctrl-C, on a signal, and when npm is gone; a second Ctrl-C is passed on to who hurries.
 * `cleanUp` comes last, when no child is left.
 */
export function createHousehold(cleanUp: () => Promise<void> = async () => {}): Household {
  const children = new Set<ChildProcess>()
  let endingSince: number | null = null

  async function end(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
    if (endingSince !== null) {
      const isImpatient = signal === 'SIGINT' && performance.now() - endingSince > SAME_SIGNAL_MS
      if (isImpatient) for (const child of children) child.kill('SIGINT')
      return
    }
    endingSince = performance.now()
    for (const child of children) child.kill('SIGTERM')
    await Promise.all([...children].map((child) => once(child, 'exit')))
    await Promise.race([cleanUp().catch(() => {}), pause(CLEAN_UP_LIMIT_MS)])
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
      // One that could not be started tells so, and never ends.
      for (const end of ['exit', 'error']) child.once(end, () => children.delete(child))
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
