import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { orderContract, roleContract } from '@larder/contract'
import { io, type Socket } from 'socket.io-client'
import { drive } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { type Served, startProduct } from './processes.ts'
import { ask, signIn } from './session.ts'
import { atMost, type Claim } from './targets.ts'

const checked = 20_000
const rounds = 20
const person = 'office-staff@larder.test'
const sampledEveryMicroseconds = '50'
/** What the door of the API does before a body is read (kit/http/authorize-request), and of it what comes once it is known who asks. */
const whole = ['authorizeRequest']
const permission = ['allowOwnPassword', 'allowSecondFactor', 'permit', 'refuseWhileViewing', 'requireProof', 'checkEndpointRate']

/** Who asks and whether they may: what it takes of the processor, and how soon what a role loses is lost. */
export async function measureAccess(dataDir: string, orders: number, tell: (step: string) => void): Promise<Claim[]> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  const profiled = `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=${sampledEveryMicroseconds}`
  const product = await startProduct(dataDir, { DEMO_ORDERS: String(orders), NODE_OPTIONS: profiled }, tell)
  try {
    const token = await signIn(product.address, person)
    const ended = await endings(product, dataDir)
    const { failures } = await drive(product.address, token, () => ({ path: `/api${orderContract.list.path}?limit=1` }), {
      requests: checked,
    })
    if (failures > 0) throw new Error(`${failures} requests failed`)
    await product.stop()
    return [
      atMost(
        `whether a request may: processor time (with who asks, ${(processorTime(folder, whole) / checked).toFixed(1)} us)`,
        processorTime(folder, permission) / checked,
        20,
        'us',
      ),
      atMost(
        `a permission taken from a role: refused on REST after, the longest of ${rounds}`,
        Math.max(...ended.map(({ rest }) => rest)),
        1000,
        'ms',
      ),
      atMost(
        `a permission taken from a role: open screens told after, the longest of ${rounds}`,
        Math.max(...ended.map(({ socket }) => socket)),
        1000,
        'ms',
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string }; children?: number[] }[]
  samples: number[]
  timeDeltas: number[]
}

/** Microseconds of the processor in functions of these names and all that they call, in a program's whole life. */
function processorTime(folder: string, names: readonly string[]): number {
  return readdirSync(folder)
    .map((file) => inProfile(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile, names))
    .reduce((sum, each) => sum + each, 0)
}

function inProfile({ nodes, samples, timeDeltas }: Profile, names: readonly string[]): number {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const within = new Set<number>()
  const enter = (id: number) => {
    within.add(id)
    for (const child of byId.get(id)?.children ?? []) enter(child)
  }
  for (const { id, callFrame } of nodes) if (names.includes(callFrame.functionName)) enter(id)
  return samples.reduce((sum, id, at) => sum + (within.has(id) ? (timeDeltas[at] ?? 0) : 0), 0)
}

/** Milliseconds from the change of a role until its person is refused, and until their open screen is told. */
async function endings({ address }: Served, dataDir: string): Promise<{ rest: number; socket: number }[]> {
  const admin = await signIn(address)
  const url = databaseUrl(dataDir, 'larder')
  const before = await withClient(url, (client) =>
    client.query<{ role_id: string }>('select role_id from staff where email = $1', [person]),
  )
  const measured: { rest: number; socket: number }[] = []
  try {
    for (let round = 0; round < rounds; round++) measured.push(await endOne(address, admin, url))
    return measured
  } finally {
    await withClient(url, (client) => client.query('update staff set role_id = $1 where email = $2', [before.rows[0]?.role_id, person]))
  }
}

async function endOne(address: string, admin: string, url: string): Promise<{ rest: number; socket: number }> {
  const grants = ['dashboard.view', 'order.view'].map((held) => ({ permission: held, limitMinor: null }))
  const draft = { name: `Bench ${crypto.randomUUID()}`, reach: 'all', teamIds: [], grants, acknowledged: [] }
  const role = await ask<{ id: string; version: number }>(address, roleContract.create.path, admin, draft)
  await withClient(url, (client) =>
    client.query(`update staff set role_id = $1, scope_kind = 'all', scope_ids = '{}' where email = $2`, [role.id, person]),
  )
  const token = await signIn(address, person)
  const isRefused = async () => {
    const answer = await fetch(`${address}/api${orderContract.list.path}?limit=1`, { headers: { 'x-api-key': token } })
    await answer.arrayBuffer()
    return answer.status === 401
  }
  if (await isRefused()) throw new Error('the person may not see orders to begin with')
  const screen = io(address, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
  try {
    await heard(screen, 'welcome')
    const told = heard(screen, 'access').then(() => performance.now())
    const began = performance.now()
    const narrower = { version: role.version, grants: grants.slice(0, 1) }
    const changed = ask(address, roleContract.update.path.replace(':id', role.id), admin, narrower, 'PATCH')
    while (!(await isRefused())) await pause(1)
    const rest = performance.now() - began
    await changed
    return { rest, socket: (await told) - began }
  } finally {
    screen.disconnect()
  }
}

function heard(screen: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    screen.once(event, () => resolve())
    screen.once('connect_error', reject)
  })
}
