import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT, startBeside } from './program.ts'
import { say, showProgress } from './progress.ts'
import { buildWebApp } from './web-build.ts'

type Message = { step: string } | { address: string; demo: boolean }

const CRASHES_ALLOWED = 5
const CRASH_WINDOW_MS = 60_000
const PARENT_CHECK_MS = 500
// One Ctrl-C can arrive twice: from the terminal, and passed on by npm.
const SAME_SIGNAL_MS = 500

const children = new Set<ChildProcess>()
let stoppingSince: number | null = null

/** Runs the whole product on this machine until Ctrl-C: web app, API with its database, and in the demo the simulator. */
export async function launch({ hotReload }: { hotReload: boolean }): Promise<void> {
  // Whoever read what we print is gone: no reason to stop.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  process.on('SIGINT', () => void stopAll('SIGINT'))
  process.on('SIGTERM', () => void stopAll('SIGTERM'))
  process.on('SIGHUP', () => void stopAll('SIGTERM'))
  stopWithNpm()
  try {
    if (hotReload) watchWebApp()
    else await buildWithNotice()
    await keepApiRunning(hotReload)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
    await stopAll('SIGTERM')
  }
}

// npm runs us through a shell, which passes no signal on: when npm is ended, we see only that our parent is another one.
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && void stopAll('SIGTERM'), PARENT_CHECK_MS).unref()
}

async function buildWithNotice(): Promise<void> {
  const start = performance.now()
  const slow = setTimeout(() => say('Building the web app …'), 300)
  const built = await buildWebApp().finally(() => clearTimeout(slow))
  if (built) say(`Built the web app in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

// The API is started again when it ends by itself, but not when it never got up, nor for ever.
async function keepApiRunning(hotReload: boolean): Promise<void> {
  const crashes: number[] = []
  for (let isFirst = true; ; isFirst = false) {
    const wasUp = await runApi(hotReload, isFirst)
    if (stoppingSince !== null) return
    if (!wasUp) throw new Error('Larder did not start.')
    crashes.push(performance.now())
    if (crashes.filter((at) => at > performance.now() - CRASH_WINDOW_MS).length > CRASHES_ALLOWED)
      throw new Error('Larder keeps ending by itself; giving up.')
    say('The API ended by itself; starting it again')
    await pause(500)
  }
}

async function runApi(hotReload: boolean, isFirst: boolean): Promise<boolean> {
  const env = { LOG_LEVEL: 'warn', ...process.env }
  const nodeArgs = hotReload ? ['--watch', '--watch-preserve-output'] : []
  const api = adopt(startBeside('apps/api/src/main.ts', [], { env, nodeArgs }))
  let isUp = false
  api.on('message', (message: Message) => {
    if ('step' in message) showProgress(message.step)
    else if (!isUp) {
      isUp = true
      if (isFirst && stoppingSince === null) welcome(message, hotReload)
    }
  })
  await new Promise((done) => api.once('exit', done))
  return isUp
}

function welcome({ address, demo }: { address: string; demo: boolean }, hotReload: boolean): void {
  const lines = [`Open          ${hotReload ? 'http://localhost:5173' : address}`]
  const key = demo ? readFileSync(join(resolve(process.env.DATA_DIR || '.data'), 'channel-key'), 'utf8').trim() : null
  if (key) lines.push('Sign in       admin@larder.test  /  larder-demo', `Channel key   ${key}`)
  say(`\n  Larder is running\n\n${lines.map((line) => `  ${line}\n`).join('')}\n  Ctrl-C stops everything.\n`)
  if (key && process.env.SIMULATOR !== 'off') adopt(startBeside('apps/simulator/src/main.ts', ['--url', address, '--key', key]))
}

function watchWebApp(): void {
  adopt(startBeside('node_modules/vite/bin/vite.js', ['--strictPort', '--logLevel', 'warn'], { cwd: join(ROOT, 'apps/web') }))
}

function adopt(child: ChildProcess): ChildProcess {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

async function stopAll(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  if (stoppingSince !== null && performance.now() - stoppingSince < SAME_SIGNAL_MS) return
  const isImpatient = stoppingSince !== null && signal === 'SIGINT'
  if (stoppingSince === null && signal === 'SIGINT') say('\nStopping …')
  stoppingSince ??= performance.now()
  for (const child of children) child.kill(isImpatient ? 'SIGINT' : 'SIGTERM')
  await Promise.all([...children].map((child) => new Promise((done) => child.once('exit', done))))
  process.exit()
}
