import { orderContract, sessionContract } from '@larder/contract'
import { quantile } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { startProduct } from './processes.ts'
import { signIn } from './session.ts'
import { atLeast, atMost, type Claim } from './targets.ts'

const flood = 500
const compared = 200
const password = 'a wrong guess at it'

/** What a flood of sign-ins costs those who are in, and whether an answer tells by its time which accounts there are. */
export async function measureSignIns(dataDir: string, orders: number, tell: (step: string) => void): Promise<Claim[]> {
  const product = await startProduct(dataDir, { DEMO_ORDERS: String(orders), TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' }, tell)
  const forget = () => withClient(databaseUrl(dataDir, 'larder'), (client) => client.query('delete from sign_in_attempt'))
  try {
    const token = await signIn(product.address)
    await forget()
    const { p99, statuses } = await measureFlood(product.address, token)
    await forget()
    const { probability, answers } = await compareTimes(product.address, dataDir, forget)
    await forget()
    return [
      atMost(`order list meanwhile ${flood} people sign in at once (${statuses}), p99`, p99, 300, 'ms'),
      atMost(`answers by which ${compared} known and ${compared} unknown accounts differ`, answers - 1, 0, ''),
      atLeast('their times by chance alone (Mann-Whitney, two-sided): of a thousand', probability * 1000, 10, ''),
    ]
  } finally {
    await product.stop()
  }
}

/** From so many addresses at once, each for an account of its own: no brake of the sign-in stands in the way of the hashes. */
async function measureFlood(address: string, token: string): Promise<{ p99: number; statuses: string }> {
  let isOver = false
  const tries = Promise.all(Array.from({ length: flood }, (_, at) => tryOne(address, `nobody-${at}@larder.test`, at))).finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) {
    const began = performance.now()
    const answer = await fetch(`${address}/api${orderContract.list.path}`, { headers: { 'x-api-key': token } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
    times.push(performance.now() - began)
  }
  const counted = Map.groupBy(await tries, ({ status }) => status)
  const statuses = [...counted].map(([status, each]) => `${each.length} x ${status}`).join(', ')
  return {
    p99: quantile(
      times.sort((a, b) => a - b),
      0.99,
    ),
    statuses,
  }
}

/** Wrong passwords of accounts that are and are not there, in turns and each from a place of its own: how alike their times are. */
async function compareTimes(address: string, dataDir: string, forget: () => Promise<unknown>) {
  const { rows } = await withClient(databaseUrl(dataDir, 'larder'), (client) =>
    client.query<{ email: string }>(`select email from staff where status = 'active' and email <> 'admin@larder.test' order by email`),
  )
  const bodies = new Set<string>()
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let at = 0; at < compared + 10; at++) {
    if (at % rows.length === 0) await forget()
    const email = rows[at % rows.length]?.email ?? ''
    const order = [
      ['known', email],
      ['unknown', email.replace('@', '.nobody@')],
    ] as const
    for (const [kind, account] of at % 2 ? order : order.toReversed()) {
      const { status, text, took } = await tryOne(address, account, at)
      bodies.add(`${status} ${text.replace(/"requestId":"[^"]*"/, '')}`)
      // The first few warm the machine.
      if (at >= 10) times[kind].push(took)
    }
  }
  return { probability: probabilityOfChance(times.known, times.unknown), answers: bodies.size }
}

async function tryOne(address: string, email: string, place: number) {
  const from = `10.${place % 250}.${Math.floor(place / 250)}.7`
  const began = performance.now()
  const answer = await fetch(`${address}/api${sessionContract.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  })
  const text = await answer.text()
  return { status: answer.status, text, took: performance.now() - began }
}

/** How probable it is that two samples of one and the same differ as much as these: Mann and Whitney's U, two-sided, by its normal approximation. */
function probabilityOfChance(one: readonly number[], other: readonly number[]): number {
  const ranked = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))].sort(
    (a, b) => a.value - b.value,
  )
  const ranks = ranked.reduce((sum, { isOne }, at) => sum + (isOne ? at + 1 : 0), 0)
  const [n, m] = [one.length, other.length]
  const u = ranks - (n * (n + 1)) / 2
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

/** The normal distribution, to seven digits (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
