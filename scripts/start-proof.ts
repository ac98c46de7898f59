import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { environmentOf, type Host } from './newcomer.ts'

type Installation = { dataDir: string; account: { uid: number; gid: number } | null }

const START_LIMIT_MS = 240_000
const STOP_LIMIT_MS = 60_000

/** Starts the product of a tree with npm, signs in, opens the page, and ends it as a service manager would. Throws what went wrong. */
export async function signInAndStop(host: Host, tree: string, command: string[], { dataDir, account }: Installation): Promise<void> {
  const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', DEMO_ORDERS: '200', SIMULATOR: 'off', DATABASE_URL: '', HOST: '' }
  const npm = spawn(host.node, [host.npmScript, ...command], {
    cwd: tree,
    env: { ...environmentOf(host.node), ...settings, ...(account && { HOME: dataDir }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  try {
    const address = await addressOf(npm)
    await signIn(address)
  } finally {
    npm.kill('SIGTERM')
    await waitUntil(
      () => !existsSync(join(dataDir, 'postgres/cluster/postmaster.pid')),
      STOP_LIMIT_MS,
      'It did not end when npm was ended.',
    )
  }
}

async function addressOf(npm: ChildProcess): Promise<string> {
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  let isOver = false
  void once(npm, 'exit').then(() => {
    isOver = true
  })
  const find = () => /Open\s+(http\S+)/.exec(output)?.[1]
  await waitUntil(() => isOver || find() !== undefined, START_LIMIT_MS, 'It took too long to start.').catch(() => {})
  const address = find()
  if (!address) throw new Error(`It did not start:\n${output.trimEnd().split('\n').slice(-20).join('\n')}`)
  return address
}

async function signIn(address: string): Promise<void> {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@larder.test', password: 'larder-demo' }),
  })
  if (!answer.ok) throw new Error(`Nobody could sign in: ${answer.status}`)
  const page = await fetch(`${address}/login`)
  if (!(await page.text()).includes('<script type="module"')) throw new Error(`There is no web app: ${page.status}`)
}

async function waitUntil(isDone: () => boolean, limitMs: number, complaint: string): Promise<void> {
  for (const deadline = performance.now() + limitMs; !isDone(); await pause(100)) {
    if (performance.now() > deadline) throw new Error(complaint)
  }
}
