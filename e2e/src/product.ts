import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A whole installation of its own: data folder, database, API and the built web app on one port. */
export interface Product {
  address: string
  channelKey: string
  /** Ends the API as a deploy would and starts it again on the same port and data. */
  restart: (betweenStopAndStart?: () => Promise<void>) => Promise<void>
  stop: () => Promise<void>
}

/** Starts the demo with a small city and without the simulator: only the test makes orders. */
export async function startProduct(options: { orders?: number; environment?: Record<string, string> } = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'larder-e2e-'))
  // The database's own user must get in: it would live elsewhere otherwise, and outlive the tests.
  chmodSync(dataDir, 0o711)
  const environment = {
    ...process.env,
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_ORDERS: String(options.orders ?? 2000),
    REQUESTS_PER_MINUTE: '100000',
    LOG_LEVEL: 'warn',
    ...options.environment,
  }
  let api = await startApi(environment)
  return {
    address: api.address,
    channelKey: readFileSync(join(dataDir, 'channel-key'), 'utf8').trim(),
    restart: async (between) => {
      await stopApi(api.child)
      await between?.()
      api = await startApi(environment)
    },
    stop: async () => {
      await stopApi(api.child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startApi(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/api/src/main.ts')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const address = await new Promise<string>((ready, fail) => {
    child.on('message', (message: { address?: string }) => message.address && ready(message.address))
    child.once('exit', (code) => fail(new Error(`the API ended with ${code} before it was ready`)))
  })
  return { child, address }
}

async function stopApi(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
