import { join } from 'node:path'
import { plainFormat } from '@larder/contract'
import type { Client } from 'pg'
import { type Call, drive, median, quantile } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { type Served, startProduct } from './processes.ts'
import { signIn } from './session.ts'
import type { Claim } from './targets.ts'

/** What one world is asked for: by its name, the paths below `/api`. */
export type Asked = Readonly<Record<string, readonly string[]>>

/** A subject whose tables are grown: by how much, and what is asked of them then. */
export interface Subject {
  name: string
  /** Its largest table, which says whether a folder is grown already. */
  table: string
  /** What a claim calls its rows. */
  rows: string
  grow: (client: Client, rows: number, tell: (step: string) => void) => Promise<void>
  ask: (client: Client) => Promise<Asked>
  /** What has to be left of the rate of some of it; half of it of the rest. */
  shares?: Readonly<Record<string, number>>
}

/** A product on grown tables, and what it is asked. */
export interface GrownWorld {
  rows: number
  dataDir: string
  product: Served
  token: string
  asked: Asked
}

const rounds = 5
const seconds = 1
/** What is left of a rate at a hundred times the rows, unless said otherwise. */
const usualShare = 0.5

/** The same questions in turns at a hundredth of the rows and at all of them; then whatever else is measured on the larger world. */
export async function measureGrown(
  folder: string,
  subject: Subject,
  tell: (step: string) => void,
  more: (world: GrownWorld) => Promise<Claim[]> = async () => [],
): Promise<Claim[]> {
  const most = Number(process.env.BENCH_ROWS ?? 1_000_000)
  const small = await open(folder, subject, most / 100, tell)
  try {
    const large = await open(folder, subject, most, tell)
    try {
      const claims: Claim[] = []
      for (const what of Object.keys(large.asked)) {
        const claim = await compare(what, small, large, subject)
        tell(`${claim.what}: ${claim.is}`)
        claims.push(claim)
      }
      return [...claims, ...(await more(large))]
    } finally {
      await large.product.stop()
    }
  } finally {
    await small.product.stop()
  }
}

async function open(folder: string, { name, table, grow, ask }: Subject, rows: number, tell: (step: string) => void): Promise<GrownWorld> {
  const dataDir = join(folder, `${name}-${rows}`)
  const product = await startProduct(dataDir, { DEMO_ORDERS: '1000', LOG_LEVEL: 'error' }, tell)
  const asked = await withClient(databaseUrl(dataDir, 'larder'), async (client) => {
    const { rows: there } = await client.query<{ count: string }>(`select count(*) from ${table}`)
    if (Number(there[0]?.count) < rows / 2) await grow(client, rows, tell)
    return ask(client)
  })
  return { rows, dataDir, product, token: await signIn(product.address), asked }
}

async function compare(what: string, small: GrownWorld, large: GrownWorld, { rows, shares }: Subject): Promise<Claim> {
  const share = shares?.[what] ?? usualShare
  const samples = new Map([small, large].map((world) => [world, { rates: [] as number[], latencies: [] as number[] }]))
  for (let round = 0; round <= rounds; round++)
    for (const [world, { rates, latencies }] of samples) {
      const sample = await drive(world.product.address, world.token, turning(world.asked[what] ?? []), { seconds })
      if (sample.failures > 0) throw new Error(`${what}: ${sample.failures} of ${sample.latencies.length} answers failed`)
      if (round === 0) continue
      rates.push(sample.perSecond)
      latencies.push(...sample.latencies)
    }
  const rateOf = (world: GrownWorld) => median(samples.get(world)?.rates ?? [])
  const p95 = quantile(samples.get(large)?.latencies.toSorted((a, b) => a - b) ?? [], 0.95)
  const is = rateOf(large) / rateOf(small)
  const sizes = `${plainFormat.number(large.rows)} against ${plainFormat.number(small.rows)} ${rows}`
  return {
    what: `${what}: rate at ${sizes} (${rateOf(large).toFixed(0)}/s, p95 ${p95.toFixed(0)} ms)`,
    is: `${(is * 100).toFixed(0)} %`,
    target: `>= ${share * 100} %`,
    isMet: is >= share,
  }
}

export function turning(paths: readonly string[]): () => Call {
  // The application's page would answer the address of nothing, and soon.
  if (paths.length === 0) throw new Error('there is nothing to ask for')
  let at = 0
  return () => ({ path: `/api${paths[at++ % paths.length]}` })
}
