import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const MAIN = join(import.meta.dirname, '../src/main.ts')

/** The API as a process of its own, as an operator starts it. `ready` rejects with what it complained about when it ends before. */
export interface ApiProcess {
  child: ChildProcess
  ready: Promise<string>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Starts a plain installation (no demo) on a free port; `environment` overrides. */
export function startApiProcess(dataDir: string, environment: Record<string, string> = {}): ApiProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...settingsOf(dataDir), ...environment },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const complaint = child.stderr ? text(child.stderr) : Promise.resolve('')
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal)
  const ready = new Promise<string>((resolve, reject) => {
    child.on('message', (message: { address?: string }) => message.address && resolve(message.address))
    void ended.then(async (code) => reject(new Error((await complaint).trim() || `ended with ${code}`)))
  })
  ready.catch(() => {})
  return { child, ready, ended }
}

/** The environment of a plain installation in a data folder. */
export function settingsOf(dataDir: string): Record<string, string> {
  return { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', SECRET_KEY: 'f3c9Rk0pLx7vQ2mZ8sTn5wYb1dHj6aGe', LOG_LEVEL: 'silent' }
}
