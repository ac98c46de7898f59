import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '../../src/db/database.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { PROGRAM, settingsOf } from '../api-process.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

const WRITERS = 24
const ROUNDS = 2

const folder = makeTemporaryFolder()
afterAll(() => folder.remove())

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s under writers: no error, exit code 0, and whatever was acknowledged is there',
  async (signal) => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { address, output, child } = await startDemo()
      const writers = await openWriters(address, `${signal} ${round}`)
      await expect.poll(() => writers.acknowledged.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(WRITERS * 2)
      child.kill(signal)
      if (round % 2 === 0) writers.hangUp()
      expect(await once(child, 'exit')).toEqual([0, null])
      await writers.ended
      expect(complaintsIn(await output)).toEqual([])
      expect(await missing(writers.acknowledged)).toEqual([])
    }
  },
  300_000,
)

async function startDemo() {
  const env = {
    PATH: process.env.PATH,
    ...settingsOf(folder.path),
    DEMO: 'on',
    DEMO_ORDERS: '0',
    LOG_LEVEL: 'info',
    REQUESTS_PER_MINUTE: '10000000',
  }
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  if (!child.stdout || !child.stderr) throw new Error('the API has no output')
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then(([log, complaints]) => log + complaints)
  const address = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { address?: string }) => message.address && resolve(message.address))
    child.once('exit', () => output.then((said) => reject(new Error(said))))
  })
  return { address, output, child }
}

/** Writers that make one record after the other until nobody answers; they stop waiting for their answers when told to hang up. */
async function openWriters(address: string, run: string) {
  const acknowledged: string[] = []
  const token = await signIn(address)
  const hangingUp = new AbortController()
  const { signal } = hangingUp

  async function write(writer: number): Promise<void> {
    for (let number = 1; ; number++) {
      const name = `${run} ${writer} ${number}`
      const body = JSON.stringify({ name, sort: 1, active: true })
      const headers = { 'content-type': 'application/json', 'x-api-key': token, 'idempotency-key': name.replaceAll(' ', '-') }
      const answer = await fetch(`${address}/api/cuisines`, { method: 'POST', headers, body, signal }).catch(() => null)
      if (answer && answer.status < 500 && !answer.ok) throw new Error(await answer.text())
      const made = answer?.ok ? ((await answer.json().catch(() => null)) as { id: string } | null) : null
      if (made === null) return
      acknowledged.push(made.id)
    }
  }
  const ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  return { acknowledged, ended, hangUp: () => hangingUp.abort() }
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@larder.test', password: 'larder-demo' }),
  })
  return ((await answer.json()) as { accessToken: string }).accessToken
}

// Every line is JSON; 50 is an error, and a trace of one anywhere is one too many.
function complaintsIn(output: string): string[] {
  const lines = output.trim().split('\n')
  return lines.filter((line) => !line.startsWith('{') || JSON.parse(line).level >= 50 || line.includes('"stack"'))
}

async function missing(ids: string[]): Promise<string[]> {
  const database = await startEmbedded({ dataDir: folder.path })
  const pool = createPool(database.url, { applicationName: 'stop test' })
  try {
    const { rows } = await pool.query(
      `select cuisine.id from cuisine join audit_entry on entity = 'cuisine' and entity_id = cuisine.id::text where cuisine.id = any($1)`,
      [ids],
    )
    return ids.filter((id) => !rows.some((row) => row.id === id))
  } finally {
    await pool.end()
    await database.stop()
  }
}
