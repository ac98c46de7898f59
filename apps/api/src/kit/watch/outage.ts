import type { Log } from './log.ts'

/** Something that fails again and again while what it leans on is away: told when that begins and when it is over, not each time. */
export interface Outage {
  failed(error: unknown, facts?: object): void
  worked(): void
}

/**
 * `what` is the subject of the sentences: "the job queue". Where nobody is told that it works again, `quietMs` without a failure
 * are taken for it.
 */
export function createOutage(log: Log, what: string, quietMs?: number): Outage {
  let since: number | null = null
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  function worked(): void {
    clearTimeout(timer)
    if (since === null) return
    log.warn({ failures, seconds: Math.round((performance.now() - since) / 1000) }, `${what} works again`)
    since = null
    failures = 0
  }

  return {
    failed(error, facts = {}) {
      failures++
      if (since === null) log.error({ ...facts, err: error }, `${what} fails; it tries again`)
      else log.debug({ ...facts, err: error }, `${what} still fails`)
      since ??= performance.now()
      clearTimeout(timer)
      if (quietMs !== undefined) timer = setTimeout(worked, quietMs).unref()
    },
    worked,
  }
}
