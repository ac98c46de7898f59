import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { backOffMs } from '#db/back-off.ts'
import { DatabaseAway } from '#db/database-away.ts'
import { refusalOfDatabaseError } from '#kit/record/sqlstate.ts'
import { createLifecycle, type Lifecycle } from './lifecycle.ts'

const BETWEEN = { firstMs: 250, limitMs: 10_000 }

interface Patience {
  log: FastifyBaseLogger
  life: Lifecycle
  /** Told at every attempt that failed. */
  onAway: (away: DatabaseAway) => void
}

/** Repeats a start while the database is away: what an attempt had opened is ended before the next. Any other failure is thrown. */
export async function whenDatabaseAnswers<R>(attempt: (life: Lifecycle) => Promise<R>, { log, life, onAway }: Patience): Promise<R> {
  const stopping = new AbortController()
  let current = createLifecycle(log)
  await life.add(stopping, async () => {
    stopping.abort()
    await current.stop()
  })
  for (let failures = 0; ; failures++) {
    try {
      return await attempt(current)
    } catch (error) {
      const away = awayOf(error)
      if (!away) throw error
      await current.stop()
      onAway(away)
      await pause(backOffMs(failures, BETWEEN), undefined, { signal: stopping.signal })
      current = createLifecycle(log)
    }
  }
}

/** What a failure says of the database when it is one that passes; null for any other. */
export function awayOf(error: unknown): DatabaseAway | null {
  if (error instanceof DatabaseAway) return error
  const reason = [error, error instanceof Error ? error.cause : null].find(
    (one) => refusalOfDatabaseError(one)?.reason === 'database-unavailable',
  )
  return reason === undefined ? null : new DatabaseAway(`it does not answer (${wordsOf(reason)})`, 'it does not answer')
}

/** What an error of the driver says; one that tried several addresses has a code only. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || ('code' in error ? String(error.code) : error.name)
}
