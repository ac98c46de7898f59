import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, endApiProcess, SOURCES, startApiProcess } from '../api-process.ts'
import { withDatabase } from '../data-folder.ts'
import { killDatabase } from '../kill.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { type Findings, findFaults, noFaults } from './findings.ts'
import { type MutantName, mutants } from './mutate.ts'
import { openRestaurant, openShop, type Wish } from './shop.ts'

const WRITERS = 16
/** Orders that each life of the API acknowledges at least. */
const PER_LIFE = 15
const mutate = pathToFileURL(join(import.meta.dirname, 'mutate.ts')).href

const folder = makeTemporaryFolder()
let port: string
let channelKey: string
let wish: Wish

beforeAll(async () => {
  const api = startDemo()
  port = new URL(await api.ready).port
  channelKey = readFileSync(join(folder.path, 'channel-key'), 'utf8').trim()
  await endApiProcess(api)
  wish = await withDatabase(folder.path, openRestaurant)
})
afterAll(() => folder.remove())

test('killed again and again under 16 writers: nothing acknowledged is lost, doubled, or without its record', async () => {
  const { findings, acknowledged, refusals } = await torment({ run: 'correct', apiKills: 20, databaseKills: 4 })
  expect(refusals).toEqual([])
  expect(acknowledged).toBeGreaterThan(20 * PER_LIFE)
  expect(findings).toEqual(noFaults)
}, 600_000)

const caught: Record<MutantName, (keyof Findings)[]> = {
  'acknowledge before the commit': ['lost'],
  'no unique key': ['duplicated'],
  'outbox outside the transaction': ['withoutEvent'],
  'a reader of id > last': ['neverNumbered'],
}

test.each(Object.keys(mutants) as MutantName[])(
  'the same torment notices: %s',
  async (mutant) => {
    const run = `mutant-${Object.keys(mutants).indexOf(mutant)}`
    const broken = new Set<string>()
    // A kill has to fall into a gap of milliseconds: most do at the first round, all within a few.
    for (let round = 1; round <= 6 && !caught[mutant].every((kind) => broken.has(kind)); round++) {
      const { findings } = await torment({ run: `${run}-${round}`, apiKills: 2, databaseKills: 0, mutant })
      for (const [kind, count] of Object.entries(findings)) if (count > 0) broken.add(kind)
    }
    expect([...broken]).toEqual(expect.arrayContaining(caught[mutant]))
  },
  300_000,
)

function startDemo(environment: Record<string, string> = {}, program?: string): ApiProcess {
  const demo = { DEMO: 'on', DEMO_ORDERS: '0', REQUESTS_PER_MINUTE: '10000000', LOG_LEVEL: 'silent' }
  return startApiProcess(folder.path, { ...demo, ...environment }, program)
}

/** Lets writers order while the API is killed and started again, now and then with its database; then looks at what is left. */
async function torment(plan: { run: string; apiKills: number; databaseKills: number; mutant?: MutantName }) {
  const environment = { PORT: port, ...(plan.mutant && { MUTANT: plan.mutant, NODE_OPTIONS: `--import ${mutate}` }) }
  const start = () => startDemo(environment, plan.mutant && SOURCES)
  let api = start()
  const address = await api.ready
  const shop = openShop({ address, channelKey, run: plan.run, writers: WRITERS, wish })
  for (let kill = 1; kill <= plan.apiKills; kill++) {
    await untilMore(shop.acknowledged, PER_LIFE)
    await pause(Math.random() * 120)
    if (kill <= plan.databaseKills * 2 && kill % 2 === 0) {
      killDatabase(folder.path)
      await untilMore(shop.acknowledged, 1)
    }
    api.child.kill('SIGKILL')
    await api.ended
    api = start()
    await api.ready
  }
  await shop.close()
  const { acknowledged, refusals } = shop
  // Events are numbered within moments of their commit; a clean stop finishes what is waiting.
  await endApiProcess(api)
  const survivor = start()
  await survivor.ready
  const findings = await settled(survivor, () => withDatabase(folder.path, (pool) => findFaults(pool, plan.run, acknowledged)))
  return { findings, acknowledged: acknowledged.length, refusals }
}

async function settled(api: ApiProcess, look: () => Promise<Findings>): Promise<Findings> {
  for (let attempt = 0; attempt < 20 && (await look()).neverNumbered > 0; attempt++) await pause(150)
  const findings = await look()
  await endApiProcess(api)
  return findings
}

async function untilMore(list: readonly unknown[], count: number): Promise<void> {
  const target = list.length + count
  await expect.poll(() => list.length, { timeout: 120_000, interval: 20 }).toBeGreaterThanOrEqual(target)
}
