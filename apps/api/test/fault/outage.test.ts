import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { endOrphan } from '../../src/db/embedded.ts'
import { isAlive } from '../../src/db/process-alive.ts'
import { settingsOf } from '../api-process.ts'
import { fillDisk } from '../full-disk.ts'
import { childrenOf, killDatabase, postmasterOf } from '../kill.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

const LAUNCHER = join(import.meta.dirname, '../fixtures/supervised.ts')
const ROUNDS = 10
const patience = { timeout: 60_000, interval: 100 }
const isReady = [200, undefined]

// One installation for all, which each finds stopped: it is brought back from whatever the one before did to it.
const folder = makeTemporaryFolder()
let launcher: ChildProcess
let address: string

beforeEach(async () => {
  launcher = launch({ PORT: String(await freePort()) })
  if (!launcher.stdout) throw new Error('the launcher has no output')
  address = String((await once(launcher.stdout, 'data'))[0]).trim()
})

afterEach(async () => {
  if (launcher.exitCode === null && launcher.signalCode === null) {
    launcher.kill('SIGTERM')
    await once(launcher, 'exit')
  }
  await endOrphan(folder.path)
})

afterAll(() => folder.remove())

test('comes back when the API is killed, and again while it starts', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await killApi()
    const next = await anApi()
    await pause(400)
    process.kill(next, 'SIGKILL')
    await expect.poll(readiness, patience).toEqual(isReady)
  }
})

test('comes back when the database could not start for a while: the API stays and says what it waits for', async () => {
  const api = await anApi()
  for (let round = 0; round < ROUNDS; round++) {
    const disk = fillDisk(folder.path)
    killDatabase(folder.path)
    await expect.poll(readiness, patience).toEqual([503, 'Waiting for the database: its server could not be started.'])
    expect(await statusOf('/api/health')).toBe(200)
    disk.free()
    await expect.poll(readiness, patience).toEqual(isReady)
  }
  expect(await anApi()).toBe(api)
})

test('comes back when the API was killed while its database could not start: the port answers meanwhile', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const disk = fillDisk(folder.path)
    killDatabase(folder.path)
    await killApi()
    await expect.poll(readiness, patience).toEqual([503, 'Waiting for the database: its server could not be started.'])
    expect(await statusOf('/api/health')).toBe(200)
    disk.free()
    await expect.poll(readiness, patience).toEqual(isReady)
  }
})

test('comes back when the crash that killed both left the pid file empty', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const disk = fillDisk(folder.path)
    killDatabase(folder.path)
    await killApi()
    writeFileSync(join(folder.path, 'postgres/cluster/postmaster.pid'), '')
    disk.free()
    await expect.poll(readiness, patience).toEqual(isReady)
  }
})

test('comes back after an outage that was longer than the longest wait between two starts of the API', async () => {
  let told = ''
  launcher.stdout?.on('data', (text) => {
    told += String(text)
  })
  const disk = fillDisk(folder.path)
  killDatabase(folder.path)
  // 0.2 s: the launcher of the tests waits no longer, however often.
  while (told.split('starting it again in 0.2 s').length < 4) await killApi()
  await expect.poll(readiness, patience).toEqual([503, 'Waiting for the database: its server could not be started.'])
  disk.free()
  await expect.poll(readiness, patience).toEqual(isReady)
})

test('leaves no database behind when it is ended between two lives of the API', async () => {
  const server = postmasterOf(folder.path)
  await killApi()
  launcher.kill('SIGTERM')
  expect(await once(launcher, 'exit')).toEqual([0, null])
  expect(isAlive(server)).toBe(false)
})

test('a first start that cannot be ends, with the reason', async () => {
  const second = launch({ PORT: new URL(address).port })
  if (!second.stderr) throw new Error('the launcher has no output')
  const complaint = text(second.stderr)
  expect(await once(second, 'exit')).toEqual([1, null])
  expect(await complaint).toBe(
    `Port ${new URL(address).port} of 127.0.0.1 is in use: end what uses it, or choose another with PORT.\nLarder did not start.\n`,
  )
})

function launch(environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [LAUNCHER], {
    // Who looks so often would be turned away for that.
    env: { PATH: process.env.PATH, ...settingsOf(folder.path), REQUESTS_PER_MINUTE: '10000000', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function anApi(): Promise<number> {
  return await expect
    .poll(() => childrenOf(launcher.pid ?? 0)[0], patience)
    .toBeDefined()
    .then(() => childrenOf(launcher.pid ?? 0)[0] ?? 0)
}

async function killApi(): Promise<void> {
  const api = await anApi()
  process.kill(api, 'SIGKILL')
  await expect.poll(() => isAlive(api), patience).toBe(false)
}

/** Status of `/api/ready` and what it waits for; null while nobody answers. */
async function readiness(): Promise<unknown> {
  const answer = await fetch(`${address}/api/ready`).catch(() => null)
  const body = answer && ((await answer.json()) as { error?: { message: string } })
  return answer && [answer.status, body?.error?.message]
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(`${address}${path}`)).status
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}
