import { channelContract, currentInstant, msOf } from '@larder/contract'
import type { AckLog } from './ack-log.ts'
import type { Channel } from './channel.ts'
import type { Devices } from './devices.ts'
import type { Options } from './options.ts'
import type { MenuItem, Shop } from './shopping.ts'
import type { Tally } from './tally.ts'

/** What everybody who plays shares. */
export interface Town {
  options: Options
  channel: Channel
  signal: AbortSignal
  tally: Tally
  ackLog: AckLog | null
  shops: Shops
  devices: Devices
}

/** The stores and their menus, asked for again now and then. */
export interface Shops {
  list(): Promise<readonly Shop[]>
  /** Ids of those whose app runs on a tablet or till of theirs; staff act for the others. */
  attended(): Promise<ReadonlySet<string>>
  find(id: string): Promise<Shop | null>
  menuOf(shop: Shop): Promise<readonly MenuItem[]>
}

const shopsKeptMs = 60_000
const menusKeptMs = 600_000

export function createShops(channel: Channel): Shops {
  const list = remember(shopsKeptMs, async () => {
    const answer = await channel.insist(channelContract.stores, {})
    if (!answer.ok) throw new Error(`The product does not show its stores: ${answer.error?.message ?? 'no answer'}`)
    return answer.value
  })
  const attended = remember(shopsKeptMs, async () => {
    const answer = await channel.insist(channelContract.machines, {})
    if (!answer.ok) throw new Error(`The product does not show its machines: ${answer.error?.message ?? 'no answer'}`)
    return new Set(answer.value.flatMap(({ storeId, kind }) => (kind === 'tablet' || kind === 'till' ? [storeId] : [])))
  })
  const menus = new Map<string, () => Promise<readonly MenuItem[]>>()
  return {
    list,
    attended,
    find: async (id) => (await list()).find((shop) => shop.id === id) ?? null,
    menuOf: ({ id }) => {
      const known = menus.get(id) ?? remember(menusKeptMs, () => askForMenu(channel, id))
      menus.set(id, known)
      return known()
    },
  }
}

async function askForMenu(channel: Channel, id: string): Promise<readonly MenuItem[]> {
  const answer = await channel.insist(channelContract.menu, { params: { id } })
  return answer.ok ? answer.value : []
}

/** Asks once and gives everybody that answer until it is too old. */
function remember<T>(keptMs: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; value: Promise<T> } | null = null
  return () => {
    if (kept && performance.now() < kept.until) return kept.value
    const value = ask()
    kept = { until: performance.now() + keptMs, value }
    value.catch(() => {
      kept = null
    })
    return value
  }
}

/** Now, in milliseconds. */
export function nowMs(): number {
  return msOf(currentInstant())
}
