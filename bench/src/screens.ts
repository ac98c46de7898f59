import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { channelContract } from '@larder/contract'
import { quantile } from './load.ts'
import { databaseUrl, withClient } from './postgres.ts'
import type { World } from './world.ts'

/** Milliseconds from the API's answer that it has accepted an order until it stood on a screen. */
export interface Screens {
  screens: number
  orders: number
  perSecond: number
  p50: number
  p99: number
  /** Screens that did not hear of an order. */
  missed: number
}

const screens = 500
const perSecond = 50
const seconds = 10
const settleMs = 1000

/** Orders come in at a steady pace while 500 screens are open in another process. */
export async function measureScreens(world: World): Promise<Screens> {
  const viewers = fork(join(import.meta.dirname, 'screens-open.ts'), [world.product.address, world.token, String(screens)])
  await once(viewers, 'message')
  const accepted = await placeOrders(world).catch((error: unknown) => {
    viewers.kill()
    throw error
  })
  await pause(settleMs)
  viewers.send('end')
  const [heard] = (await once(viewers, 'message')) as [[string, number[]][]]
  const waits: number[] = []
  for (const [order, times] of heard) {
    const at = accepted.get(order)
    // A screen may hear of an order before the answer is read: that is no wait.
    if (at !== undefined) waits.push(...times.map((time) => Math.max(0, time - at) / 1e6))
  }
  waits.sort((a, b) => a - b)
  const expected = accepted.size * screens
  return {
    screens,
    orders: accepted.size,
    perSecond,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    missed: expected - waits.length,
  }
}

async function placeOrders({ product, dataDir }: World): Promise<Map<string, number>> {
  // One store takes them all, more than any would in a quarter of an hour.
  await withClient(databaseUrl(dataDir, 'larder'), (client) => client.query('update store set max_orders_per_quarter_hour = null'))
  const call = channelOf(product.address, readFileSync(join(dataDir, 'channel-key'), 'utf8').trim())
  const basket = await chooseBasket(call)
  const accepted = new Map<string, number>()
  const placing: Promise<void>[] = []
  const began = performance.now()
  for (let number = 0; number < perSecond * seconds; number++) {
    await pause(Math.max(0, began + (number * 1000) / perSecond - performance.now()))
    // Everyone orders once: two orders of one customer wait for each other.
    const customer = { name: 'Meera Thomas', phone: `+9198470${String(number).padStart(5, '0')}` }
    const order = { ...basket, customer, externalId: `bench-${process.pid}-${began}-${number}` }
    placing.push(
      call<{ id: string }>('POST', channelContract.placeOrder.path, order).then(({ id }) => {
        accepted.set(id, Number(process.hrtime.bigint()))
      }),
    )
  }
  await Promise.all(placing)
  return accepted
}

export type CallChannel = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

export function channelOf(address: string, key: string): CallChannel {
  return async (method, path, body) => {
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const value: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(value)}`)
    return value as never
  }
}

/** Something that an open store sells by the piece, for collection. */
export async function chooseBasket(call: CallChannel) {
  type Store = { id: string; isOpenNow: boolean }
  type Item = { id: string; available: boolean; unit: string }
  const stores = await call<Store[]>('GET', channelContract.stores.path)
  for (const store of stores.filter(({ isOpenNow }) => isOpenNow)) {
    const menu = await call<Item[]>('GET', channelContract.menu.path.replace(':id', store.id))
    const items = menu.filter(({ available, unit }) => available && unit === 'pc').slice(0, 2)
    const basket = {
      storeId: store.id,
      orderType: 'pickup',
      lines: items.map(({ id }) => ({ itemId: id, quantity: 6 })),
      payment: { method: 'cash' },
    }
    if (items.length === 0) continue
    const { problems } = await call<{ problems: unknown[] }>('POST', channelContract.quote.path, {
      storeId: basket.storeId,
      orderType: basket.orderType,
      lines: basket.lines,
    })
    if (problems.length === 0) return basket
  }
  throw new Error('no store is open at this hour')
}
