import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Services } from './context.ts'

export interface Metrics {
  registry: Registry
  /** Seconds from the request's head to the end of its answer, by endpoint and status. */
  requestSeconds: Histogram<'endpoint' | 'status'>
  /** Values that only the database refused: validation should have stopped them before. */
  validationGaps: Counter<'endpoint' | 'code'>
}

/** The measurements of one process; `/metrics` prints them. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'larder_http_request_seconds',
      help: 'Duration of requests by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    validationGaps: new Counter({
      name: 'larder_validation_gaps_total',
      help: 'Values that only the database refused',
      labelNames: ['endpoint', 'code'],
      registers,
    }),
  }
}

/** The figures of the parts that the requests lean on, read when they are asked for. */
export function measureServices(metrics: Metrics, { writable, realtime }: Services): void {
  addGauge(metrics, 'larder_sockets', 'Sockets connected to this process', async () => realtime.connected())
  addGauge(metrics, 'larder_outbox_waiting_seconds', 'Age of the oldest event that was not handed on', async () => {
    const oldest = await writable
      .selectFrom('event')
      .select(sql<number>`coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8`.as('age'))
      .where('sequence', 'is', null)
      .executeTakeFirst()
    return oldest?.age ?? 0
  })
  addGauge(metrics, 'larder_audit_broken', '1 when the last verification of the record found a broken row', async () => {
    const last = await writable.selectFrom('audit_verdict').select('broken_id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return last ? Number(last.broken_id !== null) : Number.NaN
  })
  addGauge(metrics, 'larder_audit_verified_seconds', 'Age of the last verification of the record', async () => {
    const age = sql<number>`extract(epoch from clock_timestamp() - max(at))::float8`.as('age')
    return (await writable.selectFrom('audit_verdict').select(age).executeTakeFirst())?.age ?? Number.NaN
  })
}

function addGauge({ registry }: Metrics, name: string, help: string, read: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // The other figures matter most when this one can't be had.
      this.set(await read().catch(() => Number.NaN))
    },
  })
}
