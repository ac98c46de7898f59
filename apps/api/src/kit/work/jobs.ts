import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { backOffMs } from '#db/back-off.ts'
import type { Context, Jobs, Schedule } from '../context.ts'
import type { Log } from '../watch/log.ts'
import type { Metrics } from '../watch/metrics.ts'
import { createOutage } from '../watch/outage.ts'
import { createTicker, type Ticker } from './ticker.ts'

interface JobParts {
  databaseUrl: string
  log: Log
  metrics: Metrics
  contextOf(operation: string): Context
}

interface Job {
  schedule: Schedule
  run(ctx: Context, data: object): Promise<void> | Promise<'again' | undefined>
}

// `short`: of one key, one may wait. A run that was sent without a key gets one of its own.
const queue = { policy: 'short' as const, retryLimit: 10, retryDelay: 1, retryBackoff: true, retryDelayMax: 300, expireInSeconds: 600 }
const graceMs = 10_000
const between = { firstMs: 500, limitMs: 10_000 }

/** Work besides the requests, kept in PostgreSQL: it survives restarts and is shared by all processes. */
export function createJobs({ databaseUrl, log, metrics, contextOf }: JobParts): Jobs {
  const jobs = new Map<string, Job>()
  let ticker: Ticker | null = null
  let boss: PgBoss | null = null
  let starting: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  // Every worker asks every two seconds.
  const outage = createOutage(log, 'the job queue', 10_000)

  async function run(name: string, data: object = {}): Promise<'again' | undefined> {
    const job = jobs.get(name)
    if (!job) throw new Error(`there is no job "${name}"`)
    try {
      const next = (await job.run(contextOf(name), data)) ?? undefined
      metrics.jobRuns.inc({ job: name, outcome: 'done' })
      metrics.jobSucceeded.setToCurrentTime({ job: name })
      return next
    } catch (error) {
      metrics.jobRuns.inc({ job: name, outcome: 'failed' })
      throw error
    }
  }

  // The queue itself says nothing of a run that fails but that it is repeated.
  async function runAgain(name: string, data: object): Promise<void> {
    try {
      await run(name, data)
    } catch (error) {
      log.error({ job: name, err: error }, 'a job failed; it runs again')
      throw error
    }
  }

  function tickingJobs(): Map<string, number> {
    const ticking = [...jobs].flatMap(([name, { schedule }]) =>
      schedule !== 'when-sent' && 'everySeconds' in schedule ? [[name, schedule.everySeconds] as const] : [],
    )
    return new Map(ticking)
  }

  async function startQueue(started: PgBoss, name: string, { schedule }: Job): Promise<void> {
    if (schedule !== 'when-sent' && 'everySeconds' in schedule) return
    await started.createQueue(name, queue)
    await started.work<object>(name, async (batch) => {
      for (const { data } of batch) await runAgain(name, data ?? {})
    })
    if (schedule === 'when-sent') await started.unschedule(name)
    else await started.schedule(name, schedule.cron, null, { tz: schedule.zone ?? 'UTC' })
  }

  // The database may go away under a start, as under anything else: then it is begun again.
  async function openQueue(): Promise<void> {
    // Loaded here: nothing that a request needs waits for it.
    const { PgBoss } = await import('pg-boss')
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const next = new PgBoss({ connectionString: databaseUrl, schema: 'pgboss', max: 2, application_name: 'larder jobs' })
      next.on('error', (error: Error & { queue?: string }) => outage.failed(error, { job: error.queue }))
      try {
        await next.start()
        for (const [name, job] of jobs) await startQueue(next, name, job)
        boss = next
        return
      } catch (error) {
        await next.stop({ graceful: false }).catch(() => {})
        outage.failed(error)
        await pause(backOffMs(failures, between), undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  return {
    register: (name, schedule, act) => {
      if (jobs.has(name)) throw new Error(`the job "${name}" is registered twice`)
      jobs.set(name, { schedule, run: (ctx, data) => act(ctx, data as never) })
    },
    async send(name, data, options = {}) {
      if (!boss) throw new Error(`"${name}" was sent before the jobs were started`)
      await boss.send(name, data, { startAfter: options.startAfter, singletonKey: options.singletonKey ?? randomUUID() })
    },
    run: async (name, data) => void (await run(name, data)),
    start: () => {
      ticker = createTicker({ databaseUrl, log, jobs: tickingJobs(), run })
      starting = openQueue()
      return starting
    },
    async stop() {
      stopping.abort()
      await starting.catch(() => {})
      await ticker?.stop()
      await boss?.stop({ graceful: true, timeout: graceMs })
      boss = null
    },
  }
}
