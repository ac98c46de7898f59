import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
// How the product itself is started.
const { config } = JSON.parse(readFileSync(join(root, 'apps/api/package.json'), 'utf8')) as {
  config: { nodeArgs: string[]; environment: Record<string, string> }
}

/** A collection and the return of its pages take less. */
const collectMs = 1000

/** A program of ours that serves, in a process of its own. */
export interface Served {
  address: string
  /** From the process's start until it said where it answers. */
  readyMs: number
  memoryMb(): number
  /** What is left of its memory once it has collected its garbage; of one that was started with `collecting`. */
  heldMb(): Promise<number>
  stop(): Promise<void>
}

/** The setting with which a program collects when it is asked to. */
export const collecting = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'collecting.ts')}` }

/** Starts the product on a data folder, as `npm start` would, without the simulator. */
export function startProduct(dataDir: string, environment: Record<string, string> = {}, onStep?: (step: string) => void): Promise<Served> {
  const settings = { PORT: '0', DATA_DIR: dataDir, DEMO: 'on', REQUESTS_PER_MINUTE: '10000000', LOG_LEVEL: 'warn' }
  return startServer('apps/api/dist/main.js', config.nodeArgs, { ...config.environment, ...settings, ...environment }, onStep)
}

/** Starts the server that does nothing but the bare work. */
export function startBare(databaseUrl: string): Promise<Served> {
  return startServer('bench/src/bare-server.ts', [], { DATABASE_URL: databaseUrl })
}

/** Starts the server of the product's own handlers with nothing before or behind them. */
export function startHandlers(databaseUrl: string): Promise<Served> {
  return startServer('apps/api/test/fixtures/serve-handlers.ts', config.nodeArgs, {
    ...config.environment,
    DATABASE_URL: databaseUrl,
    DEMO: 'on',
  })
}

async function startServer(
  program: string,
  nodeArgs: readonly string[],
  environment: Record<string, string>,
  onStep?: (step: string) => void,
): Promise<Served> {
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, join(root, program)], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { address?: string; step?: string }) => {
      if (message.step) onStep?.(message.step)
      if (message.address) resolve(message.address)
    })
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it answered`)))
  })
  const readyMs = performance.now() - began
  const memoryMb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  return {
    address,
    readyMs,
    memoryMb,
    heldMb: async () => {
      child.kill('SIGUSR2')
      await pause(collectMs)
      return memoryMb()
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
