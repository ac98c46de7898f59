import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { channelContract } from '@larder/contract'
import { grow } from './grow.ts'
import { quantile } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { collecting, startProduct } from './processes.ts'
import { channelOf } from './screens.ts'
import { signIn } from './session.ts'
import { atLeast, atMost, type Claim } from './targets.ts'

const desks = 200
const perSecond = 500
const seconds = 180
/** Until the program has what it needs: from then on its memory is held against itself. */
const warmUpSeconds = 60
const batchMs = 20
/** Phones that get no answer wait before they tell again. */
const mostUnderWay = 100
const settleMs = 3000
const grownNumber = 'RB-'

/** Riders tell where they are, each once a second, while desks look at them: what each desk hears, and what the API holds meanwhile. */
export async function measurePositions(dataDir: string, orders: number, tell: (step: string) => void): Promise<Claim[]> {
  const product = await startProduct(dataDir, { DEMO_ORDERS: String(orders), ...collecting }, tell)
  try {
    const riders = await withClient(databaseUrl(dataDir, 'larder'), async (client) => {
      const { rows } = await client.query<{ id: string }>(`select id from rider where number like '${grownNumber}%'`)
      if (rows.length === 0) {
        const sets = { id: 'uuidv7()', number: `'${grownNumber}' || n`, phone: "'+91' || (6000000000 + n)", shift_state: "'available'" }
        await grow(client, [{ table: 'rider', rows: perSecond, like: "status = 'active'", sets }], tell)
      }
      const made = await client.query<{ id: string; lat: number; lng: number }>(
        `select id, coalesce(lat, 9.98) as lat, coalesce(lng, 76.28) as lng from rider where number like '${grownNumber}%' order by id limit ${perSecond}`,
      )
      return made.rows
    })
    const token = await signIn(product.address)
    const viewers = fork(join(import.meta.dirname, 'screens-open.ts'), [product.address, token, String(desks), 'riderMoved'])
    await once(viewers, 'message')
    tell(`${desks} desks, ${perSecond} positions a second`)
    const call = channelOf(product.address, readFileSync(join(dataDir, 'channel-key'), 'utf8').trim())
    const told = new Map<string, number>()
    const under = new Set<Promise<void>>()
    const [began, total] = [performance.now(), perSecond * seconds]
    let early: Promise<number> | undefined
    let [number, most] = [0, 0]
    while (number < total) {
      const due = Math.min(total, ((performance.now() - began) / 1000) * perSecond)
      for (; number < due && under.size < mostUnderWay; number++) {
        const rider = riders[number % riders.length]
        if (!rider) throw new Error('there are no riders')
        const at = new Date().toISOString()
        const round = Math.floor(number / riders.length)
        const point = { lat: rider.lat + (round % 50) * 0.0002, lng: rider.lng + (round % 30) * 0.0002 }
        const key = `${rider.id} ${at}`
        const one = call('POST', channelContract.positions.path.replace(':id', rider.id), { point, at })
          .then(() => void told.set(key, Number(process.hrtime.bigint())))
          .finally(() => under.delete(one))
        under.add(one)
      }
      most = Math.max(most, under.size)
      if (performance.now() - began > warmUpSeconds * 1000) early ??= product.heldMb()
      await pause(batchMs)
    }
    const late = product.heldMb()
    await Promise.all(under)
    const rate = told.size / ((performance.now() - began) / 1000)
    await pause(settleMs)
    viewers.send('end')
    const [heard] = (await once(viewers, 'message')) as [[string, number[]][]]
    const waits: number[] = []
    // Of one who told twice within a second the newer one is heard of.
    let newest = 0
    for (const [key, times] of heard) {
      const at = told.get(key)
      if (at === undefined) continue
      newest++
      waits.push(...times.map((time) => Math.max(0, time - at) / 1e6))
    }
    const grown = (await late) - ((await early) ?? 0)
    const what = `${perSecond} positions a second on the maps of ${desks} desks`
    return [
      atLeast(`${what}: taken (at most ${most} under way)`, rate, perSecond * 0.98, 'a second'),
      atMost(
        `${what}: from the answer to a desk, p99`,
        quantile(
          waits.sort((a, b) => a - b),
          0.99,
        ),
        2000,
        'ms',
      ),
      atMost(`${what}: of what was told, not heard by every desk`, newest * desks - waits.length, 0, ''),
      atMost(
        `${what}: memory that the API process holds after ${seconds} s, beyond that after ${warmUpSeconds} s`,
        Math.max(0, grown),
        20,
        'MB',
      ),
    ]
  } finally {
    await product.stop()
  }
}
