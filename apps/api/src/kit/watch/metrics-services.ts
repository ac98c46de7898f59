import { type RawBuilder, sql } from 'kysely'
import { Gauge } from 'prom-client'
import { poolUse } from '#db/database.ts'
import type { Services } from '../context.ts'

type Values = readonly (readonly [labels: Record<string, string>, value: number])[]

const mostCounted = 10_000

/** The figures of the parts that the requests lean on, read when they are asked for; none of them costs more as the tables grow. */
export function measureServices(services: Services): void {
  const { writable, db, realtime } = services
  const pools = { writes: writable, reads: db }
  const gauge = (name: string, help: string, read: () => Values | Promise<Values>, labelNames: string[] = []) =>
    addGauge(services, name, help, labelNames, read)
  const one = async (query: RawBuilder<{ value: number | null }>): Promise<Values> => {
    const { rows } = await query.execute(writable)
    return [[{}, rows[0]?.value ?? Number.NaN]]
  }

  gauge('larder_sockets', 'Sockets connected to this process', () => [[{}, realtime.connected()]])
  gauge(
    'larder_pool_connections',
    'Connections to the database by pool and state; waiting = requests that wait for one',
    () =>
      Object.entries(pools).flatMap(([pool, database]) =>
        Object.entries(poolUse(database)).map(([state, n]) => [{ pool, state }, n] as const),
      ),
    ['pool', 'state'],
  )
  gauge('larder_outbox_waiting', `Events that have no number yet, at most ${mostCounted}`, () =>
    one(sql`select count(*)::int as value from (select from event where sequence is null limit ${mostCounted}) as waiting`),
  )
  gauge('larder_outbox_waiting_seconds', 'Age of the oldest event that has no number yet', () =>
    one(
      sql`select coalesce((select extract(epoch from clock_timestamp() - at)::float8 from event where sequence is null order by id limit 1), 0) as value`,
    ),
  )
  gauge(
    'larder_jobs_waiting',
    'Runs that are due and wait, by job and whether they failed before',
    async () => (await jobsDue()).map(({ job, state, waiting }) => [{ job, state }, waiting] as const),
    ['job', 'state'],
  )
  gauge('larder_jobs_waiting_seconds', 'How long the run that has been due for longest waits', async () => [
    [{}, Math.max(0, ...(await jobsDue()).map(({ age }) => age))],
  ])
  gauge('larder_audit_broken', '1 when the last verification of the record found a broken row', () =>
    one(sql`select (broken_id is not null)::int as value from audit_verdict order by id desc limit 1`),
  )
  gauge('larder_audit_verified_seconds', 'Age of the last verification of the record', () =>
    one(sql`select extract(epoch from clock_timestamp() - at)::float8 as value from audit_verdict order by id desc limit 1`),
  )

  // What waits stands in an index of its own, whatever was done before.
  async function jobsDue() {
    const { rows } = await sql<{ job: string; state: string; waiting: number; age: number }>`
      select name as job, state::text, count(*)::int as waiting, extract(epoch from clock_timestamp() - min(start_after))::float8 as age
      from pgboss.job where state < 'active' and start_after <= now() and name not like '\\_\\_%' group by name, state`.execute(writable)
    return rows
  }
}

function addGauge({ metrics }: Services, name: string, help: string, labelNames: string[], read: () => Values | Promise<Values>): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics.registry],
    async collect() {
      this.reset()
      try {
        for (const [labels, value] of await read()) this.set(labels, value)
      } catch {
        // The other figures matter most when this one can't be had.
        if (labelNames.length === 0) this.set(Number.NaN)
      }
    },
  })
}
