import { ledgerAccountContract, ledgerEntryContract, plainFormat } from '@larder/contract'
import { type Call, drive, median } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { startProduct } from './processes.ts'
import { signIn } from './session.ts'
import { countStatements, statementsOf } from './statement-count.ts'
import { atMost, type Claim } from './targets.ts'
import { putBack } from './transitions.ts'
import { waitedFor } from './waited.ts'
import type { World } from './world.ts'

const rounds = 8
const perRound = 1500
const asked = 60
/** What an order costs, and what a gift has instead. */
const money: Readonly<Record<string, { type: string; ofGift: string }>> = {
  ...Object.fromEntries(
    ['items', 'packing', 'delivery', 'discount', 'tax', 'tip', 'rounding', 'total', 'due', 'collected'].map((part) => [
      `${part}_minor`,
      { type: 'bigint', ofGift: '0' },
    ]),
  ),
  discounts: { type: 'jsonb', ofGift: "'[]'" },
}

/** The ledger at the size of a world: what booking costs a transition, the trial balance, an order's postings. */
export async function measureLedger(world: World): Promise<Claim[]> {
  return [
    atMost(
      'an order collected, which books, against the same order as a gift, which does not: time more',
      (median(await measureMoves(world)) - 1) * 100,
      10,
      '%',
    ),
    atMost(
      `trial balance of ${plainFormat.number(world.orders)} orders, p95`,
      await waitedFor(
        world,
        Array.from({ length: asked }, () => ledgerAccountContract.list.path),
      ),
      100,
      'ms',
    ),
    ...(await measurePostings(world)),
  ]
}

/** The same orders collected at the counter in turns: how many a second as gifts, which move no money, for each that is divided by what it costs. */
async function measureMoves(world: World): Promise<number[]> {
  const url = databaseUrl(world.dataDir, 'larder')
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: string }>(
      `select id from orders where status = 'delivered' and order_type = 'pickup' and payment_method = 'online'
         and not exists (select from order_line where order_id = orders.id and ordered_grams is not null)
         and not exists (select from refund where order_id = orders.id) order by id desc limit $1`,
      [perRound],
    ),
  )
  const ids = rows.map(({ id }) => id)
  const columns = Object.entries(money)
  const cost = await withClient(url, (client) =>
    client.query(`select id, ${Object.keys(money).join(', ')} from orders where id = any($1::uuid[])`, [ids]),
  )
  const collect = async (isGift: boolean) => {
    const waiting = await withClient(url, async (client) => {
      await client.query(
        `update orders set ${columns.map(([column, { ofGift }]) => `${column} = ${isGift ? ofGift : `was.${column}`}`).join(', ')}
         from jsonb_to_recordset($1) as was (id uuid, ${columns.map(([column, { type }]) => `${column} ${type}`).join(', ')}) where was.id = orders.id`,
        [JSON.stringify(cost.rows)],
      )
      return putBack(client, ids, 'ready')
    })
    const next = (): Call => {
      const { id, version } = waiting.pop() ?? { id: '', version: 0 }
      return { method: 'POST', path: `/api/orders/${id}/collect`, body: { version } }
    }
    const { perSecond, failures } = await drive(world.product.address, world.token, next, { requests: ids.length })
    if (failures > 0) throw new Error(`${failures} of ${ids.length} orders could not be collected`)
    return perSecond
  }
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const rate = { gift: 0, sale: 0 }
    // In turns, so that neither always comes after the other.
    for (const kind of round % 2 === 0 ? (['gift', 'sale'] as const) : (['sale', 'gift'] as const)) {
      const booked = await countEntries(url)
      rate[kind] = await collect(kind === 'gift')
      const isBooked = (await countEntries(url)) > booked
      if (isBooked !== (kind === 'sale')) throw new Error(`a ${kind} that is collected ${isBooked ? 'was' : 'was not'} booked`)
    }
    if (round > 0) ratios.push(rate.gift / rate.sale)
  }
  return ratios
}

async function countEntries(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ last: number }>(`select coalesce(max(id), 0)::int as last from ledger_entry`),
  )
  return rows[0]?.last ?? 0
}

async function measurePostings({ dataDir, ids }: World): Promise<Claim[]> {
  const counter = await countStatements(databaseUrl(dataDir, 'larder'))
  const product = await startProduct(dataDir, { DATABASE_URL: counter.url, SECRET_KEY: 'bench-bench-bench-bench-bench-bench-1' })
  try {
    const token = await signIn(product.address)
    let at = 0
    const next = () => ({ path: `/api${ledgerEntryContract.list.path}?orderId=${ids[at++ % ids.length]}` })
    const count = await statementsOf(counter, product.address, token, next, 300)
    return [atMost("an order's postings: SQL statements a request", Math.round(count * 10) / 10, 1, '')]
  } finally {
    await product.stop()
    await counter.stop()
  }
}
