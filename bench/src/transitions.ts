import { io } from 'socket.io-client'
import { transitionPart } from './parts.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { type Measured, measure } from './rounds.ts'
import type { World } from './world.ts'

const perRound = 1500

/** Orders are started to be prepared, each once a round, while one person listens on either side. */
export async function measureTransitions(world: World, options: { rounds: number; seconds: number }): Promise<Measured> {
  const url = databaseUrl(world.dataDir, 'larder')
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: string }>(
      `select id from orders where status = 'delivered' and not exists (select from order_line where order_id = orders.id and ordered_grams is not null)
       order by id desc limit $1`,
      [Math.min(perRound, Math.floor(world.orders / 10))],
    ),
  )
  const ids = rows.map(({ id }) => id)
  let waiting: { id: string; version: number }[] = []
  const renew = async () => {
    waiting = await withClient(url, (client) => putBack(client, ids, 'accepted'))
  }
  const next = () => {
    const order = waiting.pop()
    if (!order) throw new Error('no order is left to start preparing')
    return order
  }
  const stopListening = await listenToBoth(world)
  try {
    const supply = { requests: ids.length, renew }
    return await measure(world, 'transition', transitionPart(next, world.ids), { ...options, supply })
  } finally {
    stopListening()
    await withClient(url, (client) => putBack(client, ids, 'delivered'))
  }
}

/** Orders as they stood before a move, with the versions that they have now. */
export async function putBack(client: Parameters<Parameters<typeof withClient>[1]>[0], ids: string[], status: string) {
  const { rows } = await client.query<{ id: string; version: number }>(
    `update orders set status = $2 where id = any($1::uuid[]) returning id, version`,
    [ids, status],
  )
  return rows
}

async function listenToBoth({ product, bare, token }: World): Promise<() => void> {
  const socket = io(product.address, { transports: ['websocket'], auth: { token } })
  await new Promise((resolve, reject) => socket.once('welcome', resolve).once('connect_error', reject))
  const listening = new AbortController()
  const { body } = await fetch(`${bare.address}/events`, { signal: listening.signal })
  void (async () => {
    for await (const _ of body ?? []);
  })().catch(() => {})
  return () => {
    socket.disconnect()
    listening.abort()
  }
}
