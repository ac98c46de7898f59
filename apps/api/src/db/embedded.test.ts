import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillDisk } from '../../test/full-disk.ts'
import { postmasterOf } from '../../test/kill.ts'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { type EmbeddedDatabase, endOrphan, startEmbedded } from './embedded.ts'
import { takeSeat } from './embedded-seat.ts'
import { isAlive } from './process-alive.ts'

const OWNER = join(import.meta.dirname, '../../test/fixtures/database-owner.ts')

/** Between two tries to start lie seconds. */
const patience = { timeout: 30_000 }

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
  const back = Promise.withResolvers<unknown>()
  const database = await start({ onAway: (reason) => reason === null && back.resolve(reason) })
  process.kill(postmasterPid(), 'SIGKILL')
  expect(await back.promise).toBe(null)
  expect(await ask(database.url, 'select 1')).toBe(1)
})

test('brings back a server that a session outlived', async () => {
  const back = Promise.withResolvers<unknown>()
  const database = await start({ onAway: (reason) => reason === null && back.resolve(reason) })
  const session = new Client({ connectionString: database.adminUrl })
  session.on('error', () => {})
  await session.connect()
  const { rows } = await session.query('select pg_backend_pid() as pid')
  // One that is halted notices no more than one that waits for what a killed one held.
  process.kill(rows[0].pid, 'SIGSTOP')
  process.kill(postmasterPid(), 'SIGKILL')
  expect(await back.promise).toBe(null)
  expect(isAlive(rows[0].pid)).toBe(false)
  expect(await ask(database.url, 'select 1')).toBe(1)
})

test('tries until a server that cannot start can, and says why it could not', async () => {
  const told: string[] = []
  const database = await start({ onAway: (reason) => told.push(String(reason)) })
  for (let round = 0; round < 10; round++) {
    told.length = 0
    const disk = fillDisk(dataDir)
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => told.at(-1), patience).toMatch(/could not be started: .*No space left on device/)
    disk.free()
    await expect.poll(() => told.at(-1), patience).toBe('null')
    expect(await ask(database.url, 'select 1')).toBe(1)
  }
})

test('a process that lost its seat before it looked knows that', async () => {
  const { url, adminUrl } = await start()
  const { client, lost } = await takeSeat(url, true)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await ask(adminUrl, `select pg_terminate_backend(${rows[0].pid})`)
  await ended
  await lost
})

describe('starts beside a pid file', () => {
  const leftBy: [string, () => string][] = [
    ['that a crash left empty', () => ''],
    ['of garbage', () => '\0\0garbage\n'],
    ['of a process that is gone', () => `4194304\n${pidFileRest()}`],
    ['of a process of somebody else', () => `1\n${pidFileRest()}`],
    ['of a process that is ours, but no server', () => `${process.pid}\n${pidFileRest()}`],
  ]
  test.each(leftBy)('%s', async (_what, write) => {
    await start().then((database) => database.stop())
    for (let round = 0; round < 3; round++) {
      writeFileSync(pidFile(), write())
      const database = await start()
      expect(await ask(database.url, 'select 1')).toBe(1)
      await database.stop()
    }
  })

  test('that was damaged while its server lived on: that one is ended first', async () => {
    const owner = await startOwner()
    const pid = postmasterPid()
    await kill(owner)
    writeFileSync(pidFile(), '')
    const heir = await start()
    expect(isAlive(pid)).toBe(false)
    expect(await ask(heir.url, 'select 1')).toBe(1)
  })
})

test('refuses a folder that was copied while its database ran', async () => {
  const copy = makeTemporaryFolder()
  try {
    await start()
    cpSync(join(dataDir, 'postgres'), join(copy.path, 'postgres'), { recursive: true })
    await expect(startEmbedded({ dataDir: copy.path })).rejects.toThrow(
      `${join(copy.path, 'postgres/cluster')} is a copy of ${join(dataDir, 'postgres/cluster')}, taken while its database ran`,
    )
  } finally {
    copy.remove()
  }
})

test('ends what a killed process left running, but not what another one uses', async () => {
  const owner = await startOwner()
  const guest = await startOwner('share')
  const pid = postmasterPid()
  await kill(owner)
  await endOrphan(dataDir)
  expect(isAlive(pid)).toBe(true)
  await kill(guest)
  await endOrphan(dataDir)
  expect(isAlive(pid)).toBe(false)
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

async function start(options: { share?: boolean; onAway?: (reason: unknown) => void } = {}): Promise<EmbeddedDatabase> {
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

function pidFile(): string {
  return join(dataDir, 'postgres/cluster/postmaster.pid')
}

function postmasterPid(): number {
  return postmasterOf(dataDir)
}

function pidFileRest(): string {
  return `${join(dataDir, 'postgres/cluster')}\n1700000000\n5432\n${join(dataDir, 'run')}\n\n`
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
