import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '../../apps/api/test/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const ADMIN = join(ROOT, 'apps/api/src/admin.ts')
const MAIN = join(ROOT, 'apps/api/dist/main.js')
const GATEWAY = join(ROOT, 'apps/gateway/src/main.ts')
const AGE_SESSION = join(ROOT, 'apps/api/test/fixtures/age-session.ts')
const OPEN_STORE = join(ROOT, 'apps/api/test/fixtures/open-store.ts')
const FORGOTTEN_ORDER = join(ROOT, 'apps/api/test/fixtures/forgotten-order.ts')
const HOSTILE_WORDS = join(ROOT, 'apps/api/test/fixtures/hostile-words.ts')
const run = promisify(execFile)

/** A whole installation of its own: data folder, database, API and the built web app on one port. */
export interface Product {
  address: string
  channelKey: string
  /** What the simulated gateway does badly from now on, as its `PUT /v1/faults` takes it. */
  misbehave: (faults: object) => Promise<void>
  /** Ends the API as a deploy would and starts it again on the same port and data. */
  restart: (betweenStopAndStart?: () => Promise<void>) => Promise<void>
  /** Lets a quarter of an hour go by for the sessions of a person. */
  ageSessions: (staffId: string) => Promise<void>
  /** Leaves an order waiting at the counter, on the first of these days on which one was paid in cash. */
  forgetOrder: (
    days: readonly { branchId: string; day: string }[],
  ) => Promise<{ id: string; number: string; day: string; branchId: string }>
  /** Opens an administrator by the command line, whom nobody of the demo let in, and answers their password for once. */
  openAdmin: (email: string) => Promise<string>
  /** Writes script vectors over every text that people wrote; the columns that it reached, as `table.column`. */
  spoilWords: () => Promise<string[]>
  stop: () => Promise<void>
}

/** Starts the demo with a small city and without the simulator: only the test makes orders. */
export async function startProduct(options: { orders?: number; environment?: Record<string, string> } = {}): Promise<Product> {
  const folder = makeTemporaryFolder()
  const dataDir = folder.path
  const secret = 'the-gateway-of-a-journey'
  const gateway = await startBeside(GATEWAY, { ...process.env, GATEWAY_SECRET: secret }, '--folder', join(dataDir, 'gateway'))
  const tellGateway = (path: string, body: object) =>
    fetch(`${gateway.address}${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const environment = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_ORDERS: String(options.orders ?? 2000),
    REQUESTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'warn',
    SIMULATED_GATEWAY_URL: gateway.address,
    GATEWAY_SECRET: secret,
    ...options.environment,
  }
  let api = await startBeside(MAIN, environment)
  await tellGateway('/v1/endpoint', { url: `${api.address}/api/payments/callbacks/simulated` })
  return {
    address: api.address,
    channelKey: readFileSync(join(dataDir, 'channel-key'), 'utf8').trim(),
    restart: async (between) => {
      await stopChild(api.child)
      await between?.()
      api = await startBeside(MAIN, environment)
    },
    misbehave: async (faults) => void (await tellGateway('/v1/faults', faults)),
    ageSessions: async (staffId) => {
      await run(process.execPath, [AGE_SESSION, dataDir, staffId])
    },
    forgetOrder: async (days) => {
      const { stdout } = await run(process.execPath, [FORGOTTEN_ORDER, dataDir, ...days.map(({ branchId, day }) => `${day}/${branchId}`)])
      const [id = '', number = '', day = '', branchId = ''] = stdout.trim().split(' ')
      return { id, number, day, branchId }
    },
    openAdmin: async (email) => {
      const { stdout } = await run(process.execPath, [ADMIN, 'create', '--email', email], { env: environment })
      return /^ {2}(\S.*)$/m.exec(stdout)?.[1] ?? ''
    },
    spoilWords: async () => (await run(process.execPath, [HOSTILE_WORDS, dataDir])).stdout.split('\n'),
    stop: async () => {
      await stopChild(api.child)
      await stopChild(gateway.child)
      folder.remove()
    },
  }
}

export interface EmptyProduct {
  address: string
  firstAdminLink: string
  /** Opens a restaurant with one dish in the only area. */
  openStore: () => Promise<void>
  stop: () => Promise<void>
}

/** A plain installation on an empty database, started without a launcher: it says on its output how the first administrator comes in. */
export async function startEmptyProduct(): Promise<EmptyProduct> {
  const folder = makeTemporaryFolder()
  const settings = { PORT: '0', DATA_DIR: folder.path, DEMO: 'off', SECRET_KEY: 'f3c9Rk0pLx7vQ2mZ8sTn5wYb1dHj6aGe', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [MAIN], { cwd: ROOT, env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] })
  const firstAdminLink = await new Promise<string>((found, fail) => {
    let written = ''
    child.stdout.on('data', (words) => {
      written += String(words)
      const link = /http:\S+\/login#invite=[\w-]+/.exec(written)?.[0]
      if (link) found(link)
    })
    child.once('exit', (code) => fail(new Error(`the API ended with ${code} before it was ready`)))
  })
  return {
    address: new URL(firstAdminLink).origin,
    firstAdminLink,
    openStore: async () => {
      await run(process.execPath, [OPEN_STORE, folder.path])
    },
    stop: async () => {
      await stopChild(child)
      folder.remove()
    },
  }
}

async function startBeside(program: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const address = await new Promise<string>((ready, fail) => {
    child.on('message', (message: { address?: string }) => message.address && ready(message.address))
    child.once('exit', (code) => fail(new Error(`${program} ended with ${code} before it was ready`)))
  })
  return { child, address }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
