import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** What was started, to be ended in the opposite order. It can be ended at any moment, also while something is just starting. */
export interface Lifecycle {
  /** Waits for a part to start and remembers how to end it. Rejects when everything is being ended meanwhile. */
  add<Part>(start: Part | Promise<Part>, end: (part: Part) => Promise<unknown>): Promise<Part>
  /** Ends every part. Always the same promise; never rejects. */
  stop(): Promise<void>
}

// A part that hangs must not keep the others from ending.
const PART_LIMIT_MS = 12_000

export function createLifecycle(log: Pick<FastifyBaseLogger, 'error'>): Lifecycle {
  const endings: (() => Promise<unknown>)[] = []
  let starting: Promise<unknown> = Promise.resolve()
  let stopping: Promise<void> | null = null

  async function endAll(): Promise<void> {
    await starting.catch(() => {})
    for (const end of endings.splice(0).reverse()) await endOne(end)
  }

  function endOne(end: () => Promise<unknown>): Promise<unknown> {
    return Promise.race([end(), pause(PART_LIMIT_MS, undefined, { ref: false })]).catch((error: unknown) => {
      log.error({ err: error }, 'a part did not end well')
    })
  }

  return {
    add(start, end) {
      const added = Promise.resolve(start).then(async (part) => {
        if (stopping) {
          await endOne(() => end(part))
          throw new Error('Stopped while starting')
        }
        endings.push(() => end(part))
        return part
      })
      starting = added
      return added
    },
    stop: () => {
      stopping ??= endAll()
      return stopping
    },
  }
}
