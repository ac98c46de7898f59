import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { isAlive } from './process-alive.ts'

const OWNER = join(import.meta.dirname, '../../test/fixtures/database-owner.ts')

let folder: ReturnType<typeof makeTemporaryFolder>
let dataDir: string
let running: EmbeddedDatabase[] = []
let owners: ChildProcess[] = []

beforeEach(() => {
  folder = makeTemporaryFolder()
  dataDir = folder.path
})

afterEach(async () => {
  for (const owner of owners) await kill(owner)
  for (const database of running) await database.stop()
  // Whatever a failed test left behind: adopting it is the way to stop it.
  await start({ share: true }).then((database) => database.stop())
  owners = []
  running = []
  folder.remove()
})

test('starts durable, keeps what was written, and leaves no process behind', async () => {
  const first = await start()
  expect(
    await ask(
      first.adminUrl,
      "select string_agg(current_setting(name), ' ') from unnest(array['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) as name",
    ),
  ).toBe('on on on on')
  await ask(first.url, 'create table kept as select 42 as answer')
  const pid = postmasterPid()
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  const second = await start()
  expect(await ask(second.url, 'select answer from kept')).toBe(42)
})

test('adopts the server that a killed owner left running', async () => {
  const owner = await startOwner()
  const pid = postmasterPid()
  await kill(owner)
  const heir = await start()
  expect(postmasterPid()).toBe(pid)
  expect(await ask(heir.url, 'select 1')).toBe(1)
})

test('starts anew when the owner and the server were both killed', async () => {
  const owner = await startOwner()
  const pid = postmasterPid()
  process.kill(pid, 'SIGKILL')
  await kill(owner)
  const heir = await start()
  expect(await ask(heir.url, 'select 1')).toBe(1)
  expect(postmasterPid()).not.toBe(pid)
})

test('refuses a second owner by name, and lets in one that asks to share', async () => {
  const owner = await startOwner()
  await expect(startEmbedded({ dataDir })).rejects.toThrow(`Another Larder is already running on this data folder (pid ${owner.pid}).`)
  const guest = await start({ share: true })
  expect(await ask(guest.url, 'select 1')).toBe(1)
})

test('stops the server with the last process only', async () => {
  const owner = await startOwner()
  const guest = await start({ share: true })
  owner.kill('SIGTERM')
  await once(owner, 'exit')
  expect(await ask(guest.url, 'select 1')).toBe(1)
  const pid = postmasterPid()
  await guest.stop()
  expect(isAlive(pid)).toBe(false)
})

test('gives two processes that start on an empty folder at once the same server', async () => {
  const [first, second] = await Promise.all([startOwner(), startOwner('share')])
  expect(first.address).toBe(second.address)
})

test('brings back a server that was killed under it', async () => {
  let report: (failure: unknown) => void = () => {}
  const restarted = new Promise((resolve) => {
    report = resolve
  })
  const database = await start({ onRestart: report })
  process.kill(postmasterPid(), 'SIGKILL')
  expect(await restarted).toBe(null)
  expect(await ask(database.url, 'select 1')).toBe(1)
})

test('refuses a server that does not flush what it acknowledges, and leaves it stopped', async () => {
  const database = await start()
  await ask(database.adminUrl, 'alter system set fsync = off')
  await database.stop()
  await expect(startEmbedded({ dataDir })).rejects.toThrow('fsync is off')
  expect(() => postmasterPid()).toThrow()
  rmSync(join(dataDir, 'postgres/cluster/postgresql.auto.conf'))
  await start()
})

async function start(options: { share?: boolean; onRestart?: (failure: unknown) => void } = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, ...options })
  running.push(database)
  return database
}

async function startOwner(mode = 'alone'): Promise<ChildProcess & { address: string }> {
  const owner = spawn(process.execPath, [OWNER, dataDir, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
  owners.push(owner)
  const [address] = await once(owner.stdout, 'data')
  return Object.assign(owner, { address: String(address).trim() })
}

async function kill(owner: ChildProcess): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

async function ask(url: string, query: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
