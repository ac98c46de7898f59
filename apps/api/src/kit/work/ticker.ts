import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../watch/log.ts'
import { createOutage } from '../watch/outage.ts'

interface TickerParts {
  databaseUrl: string
  log: Log
  /** Name to seconds between the end of one run and the start of the next. */
  jobs: ReadonlyMap<string, number>
  /** `again`: there is more to do, without a pause. */
  run(name: string): Promise<'again' | undefined>
}

export interface Ticker {
  /** Starts no more runs and waits for those under way. */
  stop(): Promise<void>
}

/** So long the next job waits at most for the first run of the one before. */
const FIRST_MS = 250

/**
 * Runs short jobs every few seconds, each in one process of the installation: the one that holds the job's advisory lock,
 * until its connection ends. The first run comes at once, so that nothing overdue waits for a restart's first interval; and one after the
 * other: connections are dear while they are new, and thirty jobs at once open as many as there may be.
 */
export function createTicker({ databaseUrl, log, jobs, run }: TickerParts): Ticker {
  const timers = new Map<string, NodeJS.Timeout>()
  const underWay = new Map<string, Promise<'again' | undefined>>()
  let line: Promise<Client> | null = null
  let held = new Set<string>()
  let asking: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const outages = new Map([...jobs.keys()].map((name) => [name, createOutage(log, `the job ${name}`)]))

  function connect(): Promise<Client> {
    const client = new Client({
      connectionString: databaseUrl,
      application_name: 'larder ticker',
      keepAlive: true,
      connectionTimeoutMillis: 3000,
      query_timeout: 5000,
    })
    const mine = client.connect().then(() => client)
    // A connection that breaks says so twice, the second time perhaps after its successor has been opened.
    const lose = () => letGo(mine)
    client.on('error', lose)
    client.on('end', lose)
    return mine
  }

  // What it held is free once the server sees it closed: left open, it would keep every job from every process.
  function letGo(lost: Promise<Client>): void {
    if (line !== lost) return
    line = null
    held = new Set()
    void lost.then((client) => client.end()).catch(() => {})
  }

  // One after the other: a connection answers one question at a time.
  function leads(name: string): Promise<boolean> {
    const answer = asking.then(() => ask(name))
    asking = answer.catch(() => {})
    return answer
  }

  async function ask(name: string): Promise<boolean> {
    if (held.has(name)) return true
    line ??= connect()
    const mine = line
    try {
      const client = await mine
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock(hashtext($1)) as got', [`larder_job_${name}`])
      if (rows[0]?.got && line === mine) held.add(name)
      return held.has(name)
    } catch (error) {
      letGo(mine)
      throw error
    }
  }

  async function tick(name: string): Promise<'again' | undefined> {
    try {
      const next = (await leads(name)) ? await run(name) : undefined
      outages.get(name)?.worked()
      return next
    } catch (error) {
      outages.get(name)?.failed(error)
      return undefined
    }
  }

  function turn(name: string, seconds: number): Promise<unknown> {
    const running = tick(name)
    underWay.set(name, running)
    return running.then((next) => {
      if (!isStopped) timers.set(name, setTimeout(turn, next === 'again' ? 0 : seconds * 1000, name, seconds).unref())
    })
  }

  async function begin(): Promise<void> {
    for (const [name, seconds] of jobs) {
      if (isStopped) return
      await Promise.race([turn(name, seconds), pause(FIRST_MS, undefined, { ref: false })])
    }
  }
  // What has been put together runs once the caller has it.
  timers.set('', setTimeout(begin).unref())

  return {
    async stop() {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(underWay.values())
      await (await line?.catch(() => null))?.end()
    },
  }
}
