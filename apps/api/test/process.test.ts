import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../src/db/embedded.ts'
import { isAlive } from '../src/db/process-alive.ts'
import { type ApiProcess, settingsOf, startApiProcess } from './api-process.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const LAUNCHER = join(import.meta.dirname, '../../../scripts/start.ts')
const ADMIN = join(import.meta.dirname, '../src/admin.ts')
const run = promisify(execFile)

let folder: ReturnType<typeof makeTemporaryFolder>
let started: ApiProcess[] = []

// One folder for all: each test but the first starts on what the one before left, as an installation does.
beforeAll(() => {
  folder = makeTemporaryFolder()
})

afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  started = []
  // What a killed process left running is stopped by adopting it.
  await startEmbedded({ dataDir: folder.path }).then((database) => database.stop())
})

afterAll(() => folder.remove())

test('starts on an empty folder, answers, and leaves nothing behind when it is asked to end', async () => {
  const { child, ready, ended } = start()
  expect(await status(`${await ready}/api/ready`)).toBe(200)
  const server = serverPid()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(isAlive(server)).toBe(false)
})

test('ends in order also while it is still starting', async () => {
  const { child, ended } = start()
  await expect.poll(() => existsSync(pidFile()), { timeout: 60_000 }).toBe(true)
  const server = serverPid()
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(isAlive(server)).toBe(false)
})

test('answers a request that was on its way when it was asked to end', async () => {
  const { child, ready, ended } = start()
  const { port } = new URL(await ready)
  const body = JSON.stringify({ email: 'nobody@larder.test', password: 'wrong' })
  const head = [
    'POST /api/login HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
  ]
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`)
  const answer = text(socket)
  await expect.poll(() => accepted(Number(port)), { timeout: 30_000 }).toBe(true)
  child.kill('SIGTERM')
  await expect.poll(() => accepted(Number(port)), { timeout: 30_000 }).toBe(false)
  socket.write(body.slice(10))
  expect(await answer).toMatch(/^HTTP\/1.1 401 /)
  expect(await ended).toBe(0)
})

test.each([
  ['a connection that never said anything', ''],
  ['half a head', 'GET /api/health HTTP/1.1\r\nhost: local'],
  ['a socket that does not say goodbye', webSocketHead()],
])('ends at once though there is %s', async (_what, words) => {
  const { child, ready, ended } = start()
  const { port } = new URL(await ready)
  const idle = connect(Number(port), '127.0.0.1')
  await once(idle, 'connect')
  idle.on('error', () => {})
  idle.write(words)
  // The server has read it once it answers somebody who came later.
  expect(await status(`${await ready}/api/health`)).toBe(200)
  const asked = performance.now()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(performance.now() - asked).toBeLessThan(5000)
  idle.destroy()
})

function webSocketHead(): string {
  const head = ['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'host: localhost', 'connection: upgrade', 'upgrade: websocket']
  return `${[...head, 'sec-websocket-version: 13', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='].join('\r\n')}\r\n\r\n`
}

test('starts again after it was killed', async () => {
  const first = start()
  await first.ready
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')
  expect(await status(`${await start().ready}/api/ready`)).toBe(200)
})

test('goes on when its database server is killed', async () => {
  const { child, ready } = start()
  const address = await ready
  const lost = serverPid()
  process.kill(lost, 'SIGKILL')
  await expect.poll(serverPid, { timeout: 60_000 }).not.toBe(lost)
  await expect.poll(() => status(`${address}/api/ready`), { timeout: 60_000 }).toBe(200)
  expect(child.exitCode).toBe(null)
})

test('makes the first administrator beside a running installation, who can sign in', async () => {
  const address = await start().ready
  const { stdout } = await run(process.execPath, [ADMIN, 'create', '--email', 'First@larder.test'], {
    env: { ...process.env, ...settingsOf(folder.path) },
  })
  const password = stdout.trim().split('\n').at(-1)?.trim()
  const signIn = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'first@larder.test', password }),
  })
  expect(await signIn.json()).toMatchObject({ isAdmin: true, role: 'admin', person: { email: 'first@larder.test' } })
})

test.each(['verify-audit', 'retire-demo', 'backup'])('%s makes no installation where there is none', async (verb) => {
  const missing = join(folder.path, 'elsewhere')
  const env = { ...process.env, ...settingsOf(missing) }
  const attempt = run(process.execPath, [ADMIN, verb, join(folder.path, 'backup')], { env })
  await expect(attempt).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(`^There is no Larder in ${missing}: name its data folder`),
  })
  expect(existsSync(missing)).toBe(false)
})

test('verifies the record beside a running installation', async () => {
  await start().ready
  const { stdout } = await run(process.execPath, [ADMIN, 'verify-audit'], { env: { ...process.env, ...settingsOf(folder.path) } })
  expect(stdout).toMatch(/^The record of changes is sound: [1-9]\d* entries, \d+ seals\./)
})

test('serves from a database server that somebody else runs', async () => {
  const server = await startEmbedded({ dataDir: folder.path })
  const { child, ready, ended } = start({ DATABASE_URL: server.url, DATABASE_REPLICA_URL: server.url })
  expect(await status(`${await ready}/api/ready`)).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(isAlive(serverPid())).toBe(true)
  await server.stop()
})

test('waits for a database server that is not there yet, alive and not ready', async () => {
  const server = await startEmbedded({ dataDir: folder.path })
  await server.stop()
  const port = await freePort()
  const { ready, ended, child } = start({ DATABASE_URL: server.url, PORT: port })
  const asked = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      (answer) => answer.json(),
      () => null,
    )
  await expect.poll(asked, { timeout: 30_000 }).toMatchObject({
    error: { kind: 'unavailable', reason: 'not-ready', message: 'Waiting for the database: it does not answer.' },
  })
  expect(await status(`http://127.0.0.1:${port}/api/health`)).toBe(200)
  expect(await status(`http://127.0.0.1:${port}/%61pi/health?x`)).toBe(200)
  const there = await startEmbedded({ dataDir: folder.path })
  expect(await status(`${await ready}/api/ready`)).toBe(200)
  child.kill('SIGTERM')
  await ended
  await there.stop()
})

test('answers everybody from the first moment on, with 503 and then 200, and who connected early too', async () => {
  const port = await freePort()
  const { ready } = start({ PORT: port })
  await expect.poll(() => accepted(Number(port)), { timeout: 30_000, interval: 5 }).toBe(true)
  const early = connect(Number(port), '127.0.0.1')
  await once(early, 'connect')
  const seen: (number | string)[] = []
  let isOver = false
  const ask = async () => {
    while (!isOver) seen.push(await status(`http://127.0.0.1:${port}/api/ready`).catch((error) => String(error.cause)))
  }
  const asking = Promise.all(Array.from({ length: 4 }, ask))
  await ready
  await expect.poll(() => seen.at(-1), { timeout: 30_000 }).toBe(200)
  isOver = true
  await asking
  expect([...new Set(seen)]).toEqual([503, 200])
  early.end('GET /api/ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  expect(await text(early)).toMatch(/^HTTP\/1.1 200 /)
})

test('ends at once while it waits for a database server', async () => {
  const port = await freePort()
  const { child, ended } = start({ DATABASE_URL: 'postgres://larder:sesame@127.0.0.1:1/larder', PORT: port })
  await expect.poll(() => accepted(Number(port)), { timeout: 30_000 }).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test.each([
  ['password', (url: URL) => Object.assign(url, { password: 'sesame-of-nobody' }), 'password authentication failed for user "larder"'],
  ['database', (url: URL) => Object.assign(url, { pathname: '/nothing' }), 'database "nothing" does not exist'],
])('names DATABASE_URL, but no password, when its %s is wrong', async (_what, spoil, reason) => {
  const server = await startEmbedded({ dataDir: folder.path })
  const { ready, ended } = start({ DATABASE_URL: spoil(new URL(server.url)).href })
  const complaint = await ready.catch((error: Error) => error.message)
  expect(complaint).toMatch(/^DATABASE_URL \(localhost:5432\/\w+\): /)
  expect(complaint).toContain(reason)
  expect(complaint).not.toContain('sesame')
  expect(await ended).toBe(1)
  await server.stop()
})

test('without a launcher it writes nothing but lines of JSON, among them how to begin', async () => {
  const empty = makeTemporaryFolder()
  const env = { PATH: process.env.PATH, ...settingsOf(empty.path), LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = text(child.stdout)
  const complaints = text(child.stderr)
  let seen = ''
  child.stdout.on('data', (chunk) => {
    seen += String(chunk)
  })
  await expect.poll(() => seen, { timeout: 60_000 }).toMatch(/become the first administrator at http:\S+\/login#invite=[\w-]{43} /)
  child.kill('SIGTERM')
  const lines = (await written).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toContainEqual(expect.stringMatching(/^Larder answers at http:/))
  expect(await complaints).toBe('')
  empty.remove()
})

test('ends when the program that started it is gone', async () => {
  const { child, ready, ended } = start()
  await ready
  child.disconnect()
  expect(await ended).toBe(0)
})

test.each([
  ['/proc/larder', 'no folder can be made there'],
  ['/dev/null/larder', 'that is no folder'],
])('ends at once with a sentence when DATA_DIR is %s', async (dataDir, reason) => {
  const sentence = `DATA_DIR is ${dataDir}, but ${reason}: let this account write there, or name another folder with DATA_DIR.`
  const api = startApiProcess(dataDir)
  await expect(api.ready).rejects.toThrow(new Error(sentence))
  expect(await api.ended).toBe(1)
  const launcher = run(process.execPath, [LAUNCHER], { env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0' } })
  await expect(launcher).rejects.toMatchObject({ code: 1, stderr: `${sentence}\n` })
})

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number'],
  [{ SECRET_KEY: 'changeme' }, 'SECRET_KEY is a guessable word'],
])('does not start with %o', async (environment, sentence) => {
  const { ready, ended } = start(environment)
  await expect(ready).rejects.toThrow(sentence)
  expect(await ended).toBe(1)
})

test('says which port is taken', async () => {
  const { port } = new URL(await start().ready)
  const second = start({ PORT: port, SHARE_DATABASE: 'on' })
  await expect(second.ready).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`)
  expect(await second.ended).toBe(1)
})

function start(environment?: Record<string, string>): ApiProcess {
  const api = startApiProcess(folder.path, environment)
  started.push(api)
  return api
}

async function status(url: string): Promise<number> {
  return (await fetch(url)).status
}

async function accepted(port: number): Promise<boolean> {
  const probe = connect(port, '127.0.0.1')
  const isOpen = await Promise.race([once(probe, 'connect').then(() => true), once(probe, 'error').then(() => false)]).catch(() => false)
  probe.destroy()
  return isOpen
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return String(port)
}

function pidFile(): string {
  return join(folder.path, 'postgres/cluster/postmaster.pid')
}

function serverPid(): number {
  return Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
}
