import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import type { DB } from '#db/schema.gen.ts'
import type { PubSub, PubSubChannel } from '../context.ts'
import type { Log } from '../watch/log.ts'

const retryMs = [100, 250, 500, 1000, 2000]

/** Sends a word to every process. Inside a transaction it leaves at COMMIT, and not at all after a rollback. */
export async function publish(db: Kysely<DB>, channel: PubSubChannel, word: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${word})`.execute(db)
}

/** One LISTEN connection for the whole process, taken up again by itself when it breaks. */
export function createPubSub(databaseUrl: string, log: Log): PubSub {
  const hearers = new Map<PubSubChannel, ((word: string) => void)[]>()
  const recoveries: (() => void)[] = []
  const stopping = new AbortController()
  let client: Client | null = null

  async function listen(): Promise<void> {
    const next = new Client({
      connectionString: databaseUrl,
      application_name: 'larder signals',
      keepAlive: true,
      connectionTimeoutMillis: 3000,
    })
    next.on('notification', ({ channel, payload }) => {
      for (const hear of hearers.get(channel as PubSubChannel) ?? []) hear(payload ?? '')
    })
    next.on('error', (error) => log.warn({ err: error }, 'the signal connection broke'))
    next.on('end', () => {
      if (client === next) void reconnect()
    })
    await next.connect()
    for (const channel of hearers.keys()) await next.query(`listen ${channel}`)
    client = next
  }

  async function reconnect(): Promise<void> {
    client = null
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      await pause(retryMs[Math.min(attempt, retryMs.length - 1)], undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await listen()
        for (const recover of recoveries) recover()
        return
      } catch (error) {
        log.debug({ err: error }, 'the signal connection is still down')
      }
    }
  }

  return {
    on: (channel, hear) => void hearers.set(channel, [...(hearers.get(channel) ?? []), hear]),
    onGap: (recover) => void recoveries.push(recover),
    start: listen,
    stop: async () => {
      stopping.abort()
      const last = client
      client = null
      await last?.end()
    },
  }
}
