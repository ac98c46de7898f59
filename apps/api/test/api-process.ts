import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BUILDS, isBuilt } from '../../../scripts/builds.ts'
import { fetchAdmitted } from './fetch-admitted.ts'
import type { Answer, Caller } from './test-app.ts'

/** For a test that changes a module as it is loaded. */
export const SOURCES = join(import.meta.dirname, '../src/main.ts')
/** What users run, where it is built from these sources (`npm test` builds it first): it starts in half the time. */
export const PROGRAM = isBuilt(BUILDS.api) ? join(import.meta.dirname, '../dist/main.js') : SOURCES

/** The API as a process of its own, as an operator starts it. `ready` rejects with what it complained about when it ends before. */
export interface ApiProcess {
  child: ChildProcess
  ready: Promise<string>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Starts a plain installation (no demo) on a free port; `environment` overrides. */
export function startApiProcess(dataDir: string, environment: Record<string, string> = {}, program = PROGRAM): ApiProcess {
  const child = spawn(process.execPath, [program], {
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

/** Asks the process to end, and waits until it has. */
export async function endApiProcess({ child, ended }: ApiProcess): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** Asks a running product as a staff member or a channel: `askProcess(api, 'GET /orders', { as })`. */
export async function askProcess(
  api: ApiProcess,
  address: string,
  { as, body, headers = {} }: Call,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const [method = 'GET', path = '/'] = address.split(' ')
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await fetchAdmitted(`${await api.ready}/api${path}`, {
    method,
    headers: { 'x-api-key': as.token, ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

interface Call {
  as: Caller
  body?: object
  headers?: Record<string, string>
}

/** The environment of a plain installation in a data folder. */
export function settingsOf(dataDir: string): Record<string, string> {
  return { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', SECRET_KEY: 'f3c9Rk0pLx7vQ2mZ8sTn5wYb1dHj6aGe', LOG_LEVEL: 'silent' }
}
