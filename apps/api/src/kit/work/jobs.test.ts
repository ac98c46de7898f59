import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readOnly } from '#db/database.ts'
import { testConfig } from '../../../test/test-app.ts'
import { type TestDatabase, testDatabase } from '../../../test/test-database.ts'
import { systemClock } from '../clock.ts'
import type { Services } from '../context.ts'
import { createServices } from '../services.ts'
import { measureServices } from '../watch/metrics-services.ts'

let database: TestDatabase
const started: Services[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  for (const { jobs } of started) await jobs.stop()
  await database.drop()
})

function makeProcess(log = pino({ level: 'silent' })): Services {
  const parts = { config: testConfig, databaseUrl: database.url, writable: database.db, db: readOnly(database.db), clock: systemClock }
  const services = createServices({ ...parts, log })
  started.push(services)
  return services
}

test('a job of every few seconds runs at once, in one process alone, and in another when that one ends', async () => {
  const [one, two] = [makeProcess(), makeProcess()]
  const runs: string[] = []
  one.jobs.register('tick', { everySeconds: 0.05 }, async () => void runs.push('one'))
  two.jobs.register('tick', { everySeconds: 0.05 }, async () => void runs.push('two'))
  await one.jobs.start()
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2))
  await two.jobs.start()
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(20), { timeout: 5000 })
  expect(new Set(runs)).toEqual(new Set(['one']))
  await one.jobs.stop()
  await vi.waitFor(() => expect(runs).toContain('two'), { timeout: 5000 })
  await two.jobs.stop()
  const count = runs.length
  await sql`select pg_sleep(0.2)`.execute(database.db)
  expect(runs).toHaveLength(count)
})

test('jobs begin one after the other, and one that hangs keeps no other from it', async () => {
  const services = makeProcess()
  const hanging = Promise.withResolvers<void>()
  const steps: string[] = []
  const names = ['first', 'second', 'third']
  for (const name of names) {
    services.jobs.register(name, { everySeconds: 600 }, async () => {
      steps.push(`${name} begins`)
      await sql`select pg_sleep(0.01)`.execute(database.db)
      if (name === 'second') await hanging.promise
      steps.push(`${name} ends`)
    })
  }
  await services.jobs.start()
  await vi.waitFor(() => expect(steps).toContain('third ends'), { timeout: 20_000 })
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'third begins', 'third ends'])
  hanging.resolve()
  await services.jobs.stop()
})

test('a job that fails runs again at its next turn, and the others go on', async () => {
  const services = makeProcess()
  const runs = { broken: 0, sound: 0 }
  services.jobs.register('broken', { everySeconds: 0.05 }, async () => {
    runs.broken++
    throw new Error('always')
  })
  services.jobs.register('sound', { everySeconds: 0.05 }, async () => void runs.sound++)
  await services.jobs.start()
  await vi.waitFor(() => expect(Math.min(runs.broken, runs.sound)).toBeGreaterThan(2), { timeout: 5000 })
  await services.jobs.stop()
})

test('jobs go on by themselves when their connection is lost, however often', async () => {
  const services = makeProcess()
  let runs = 0
  services.jobs.register('survivor', { everySeconds: 0.005 }, async () => void runs++)
  await services.jobs.start()
  for (let losses = 0; losses < 40; losses++) {
    const before = runs
    await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 2), { timeout: 30_000, interval: 5 })
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'larder %'`.execute(
      database.db,
    )
  }
  await services.jobs.stop()
})

test('an outage of the database is one line when it begins and one when it is over, in words', async () => {
  const lines: { level: number; msg: string; err?: { message: string } }[] = []
  const services = makeProcess(pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }))
  let runs = 0
  let isAway = false
  services.jobs.register('every-moment', { everySeconds: 0.05 }, async () => {
    runs++
    if (isAway) throw new Error('the database is away')
  })
  await services.jobs.start()
  isAway = true
  await vi.waitFor(() => expect(runs).toBeGreaterThan(10), { timeout: 10_000 })
  isAway = false
  const before = runs
  await vi.waitFor(() => expect(runs).toBeGreaterThan(before + 2), { timeout: 10_000 })
  expect(lines.map(({ msg }) => msg)).toEqual(['the job every-moment fails; it tries again', 'the job every-moment works again'])
  expect(lines[0]?.err?.message).toBe('the database is away')
  const { metrics } = services
  expect(await metrics.registry.getSingleMetricAsString('larder_job_runs_total')).toMatch(/job="every-moment",outcome="failed"} \d+/)
  await services.jobs.stop()
})

test('what the queue itself complains of is told in words, with the job that it was about', async () => {
  const lines: { level: number; msg: string; err?: { message: string } }[] = []
  const services = makeProcess(pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }))
  services.jobs.register('waiting', 'when-sent', async () => {})
  await services.jobs.start()
  await services.jobs.send('waiting', {})
  await sql`alter table pgboss.job rename to job_away`.execute(database.db)
  try {
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(0), { timeout: 20_000 })
  } finally {
    await sql`alter table pgboss.job_away rename to job`.execute(database.db)
  }
  expect(lines[0]).toMatchObject({
    level: 50,
    msg: 'the job queue fails; it tries again',
    err: { message: expect.stringContaining('relation') },
  })
  expect(JSON.stringify(lines)).not.toContain('[object Object]')
  await services.jobs.stop()
})

test('what is sent is run by the system, once; of one key one waits; what fails is run again', async () => {
  const services = makeProcess()
  const runs: unknown[] = []
  let failures = 0
  services.jobs.register<{ n: number }>('sent', 'when-sent', async (ctx, { n }) => {
    if (n === 3 && failures++ === 0) throw new Error('first time')
    runs.push([ctx.actor.kind, ctx.operation, n])
  })
  await expect(services.jobs.send('sent', { n: 0 })).rejects.toThrow('before the jobs were started')
  await services.jobs.start()
  const later = { startAfter: '2999-01-01T00:00:00.000Z', singletonKey: 'only' }
  for (let times = 0; times < 5; times++) await services.jobs.send('sent', { n: 9 }, later)
  for (const n of [1, 2, 3]) await services.jobs.send('sent', { n })
  await vi.waitFor(() => expect(runs).toHaveLength(3), { timeout: 15_000 })
  expect(new Set(runs.map((run) => JSON.stringify(run)))).toEqual(new Set([1, 2, 3].map((n) => JSON.stringify(['system', 'sent', n]))))
  const { rows } = await sql<{
    waiting: number
  }>`select count(*) as waiting from pgboss.job where name = 'sent' and state = 'created'`.execute(database.db)
  expect(rows[0]?.waiting).toBe(1)
  await services.jobs.stop()
})

test('what is under way when the process ends is brought to its end', async () => {
  const services = makeProcess()
  const [isRunning, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  services.jobs.register('last', 'when-sent', () => {
    isRunning.resolve()
    return mayEnd.promise
  })
  await services.jobs.start()
  await services.jobs.send('last', {})
  await isRunning.promise
  const stopped = services.jobs.stop()
  await sql`select pg_sleep(0.2)`.execute(database.db)
  mayEnd.resolve()
  await stopped
  const { rows } = await sql`select state from pgboss.job where name = 'last'`.execute(database.db)
  expect(rows).toEqual([{ state: 'completed' }])
})

test('what waits in the queue, and for how long, stands in the figures', async () => {
  const services = makeProcess()
  measureServices(services)
  const figure = (name: string) => services.metrics.registry.getSingleMetricAsString(name)
  const mayEnd = Promise.withResolvers<void>()
  services.jobs.register('slow', 'when-sent', () => mayEnd.promise)
  await services.jobs.start()
  for (const startAfter of [undefined, undefined, undefined, '2999-01-01T00:00:00.000Z'])
    await services.jobs.send('slow', {}, { startAfter })
  await vi.waitFor(async () => expect(await figure('larder_jobs_waiting')).toContain('larder_jobs_waiting{job="slow",state="created"} 2'), {
    timeout: 20_000,
    interval: 200,
  })
  expect(await figure('larder_jobs_waiting_seconds')).toMatch(/^larder_jobs_waiting_seconds \d/m)
  mayEnd.resolve()
  await vi.waitFor(async () => expect(await figure('larder_jobs_waiting')).not.toContain('slow'), { timeout: 30_000, interval: 200 })
  expect(await figure('larder_job_runs_total')).toContain('larder_job_runs_total{job="slow",outcome="done"} 3')
  await services.jobs.stop()
})

test('a job is registered once, and can be run here and now', async () => {
  const { jobs, metrics } = makeProcess()
  const run = vi.fn(async () => {})
  jobs.register('now', { cron: '0 3 * * *' }, run)
  expect(() => jobs.register('now', 'when-sent', run)).toThrow('registered twice')
  await jobs.run('now')
  expect(run).toHaveBeenCalledTimes(1)
  await expect(jobs.run('never')).rejects.toThrow('there is no job')
  const broken = vi.fn(() => Promise.reject(new Error('not today')))
  jobs.register('broken-now', 'when-sent', broken)
  await expect(jobs.run('broken-now')).rejects.toThrow('not today')
  const { values } = (await metrics.registry.getSingleMetric('larder_job_succeeded_timestamp_seconds')?.get()) ?? { values: [] }
  expect(values.map(({ labels }) => labels.job)).toEqual(['now'])
  expect(Math.abs((values[0]?.value ?? 0) - Date.now() / 1000)).toBeLessThan(60)
})
