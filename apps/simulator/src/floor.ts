import { type ChannelOrderEvent, channelContract, newId } from '@larder/contract'
import { type Fate, fateOf } from './fate.ts'
import type { ActiveOrder } from './store-moves.ts'
import { isCounted } from './tally.ts'
import { nowMs, type Town } from './town.ts'

/** An order under way, with what this program knows of it. */
export interface Followed {
  order: ActiveOrder
  fate: Fate
  /** When it was first seen in its status, and in its leg of the delivery. */
  statusMs: number
  legMs: number
  hasDelayed: boolean
  /** Something was said of it and not yet answered, or was refused a moment ago. */
  quietUntilMs: number
}

/** All orders under way, as the product last told and as this program moved them since. */
export interface Floor {
  orders(): readonly Followed[]
  /** Learns what is under way. False when the product does not answer. */
  refresh(): Promise<boolean>
  /** Says something of an order; true when the product took it. */
  say(followed: Followed, event: ChannelOrderEvent): Promise<boolean>
}

const pageSize = 200
const quietAfterRefusalMs = 20_000

// Where an event leaves the leg of the delivery.
const legAfter: Partial<Record<ChannelOrderEvent['type'], string>> = {
  assignRider: 'assigned',
  unassignRider: 'unassigned',
  arriveAtStore: 'at_store',
  pickUp: 'picked',
  arriveAtCustomer: 'at_customer',
  deliver: 'done',
  fail: 'failed',
}

export function createFloor(town: Town): Floor {
  const { channel, options, shops, tally } = town
  let known = new Map<string, Followed>()

  async function refresh(): Promise<boolean> {
    const orders = await listActive(town)
    if (orders === null) return false
    const attended = await shops.attended()
    const now = nowMs()
    known = new Map(
      orders.map((order) => {
        const before = known.get(order.id)
        return [order.id, before ? follow(before, order, now) : begin(order, attended.has(order.storeId), now)]
      }),
    )
    return true
  }

  function begin(order: ActiveOrder, attended: boolean, now: number): Followed {
    const fate = fateOf(options.seed, { id: order.id, attended }, options.speed)
    return { order, fate, statusMs: now, legMs: now, hasDelayed: false, quietUntilMs: 0 }
  }

  function follow(before: Followed, order: ActiveOrder, now: number): Followed {
    // What was said while the product was asked is newer than its answer.
    if (order.version < before.order.version) return before
    before.statusMs = order.status === before.order.status ? before.statusMs : now
    before.legMs = order.deliveryState === before.order.deliveryState ? before.legMs : now
    before.order = order
    return before
  }

  async function say(followed: Followed, event: ChannelOrderEvent): Promise<boolean> {
    followed.quietUntilMs = Number.POSITIVE_INFINITY
    const { order } = followed
    const answer = await channel.insist(channelContract.orderEvent, { params: { id: order.id }, body: event }, newId())
    followed.quietUntilMs = answer.ok ? 0 : nowMs() + quietAfterRefusalMs
    if (!answer.ok) {
      tally.add('refused')
      return false
    }
    const { status, version, riderId, total, due, promisedAt } = answer.value
    const deliveryState = legAfter[event.type] ?? order.deliveryState
    follow(followed, { ...order, status, version, riderId, total, due, promisedAt, deliveryState }, nowMs())
    followed.hasDelayed ||= event.type === 'delay'
    if (isCounted(event.type)) tally.add(event.type)
    return true
  }

  return { orders: () => [...known.values()], refresh, say }
}

async function listActive({ channel }: Town): Promise<ActiveOrder[] | null> {
  const all: ActiveOrder[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const answer = await channel.call(channelContract.activeOrders, { query: { limit: pageSize, ...(after ? { after } : {}) } })
    if (!answer.ok) return null
    all.push(...answer.value)
    if (answer.value.length < pageSize) return all
  }
}
