import { type ChannelOrderEvent, channelContract, newId } from '@larder/contract'
import { pause } from './channel.ts'
import type { Floor, Followed } from './floor.ts'
import { nextStoreMove } from './store-moves.ts'
import { nowMs, type Town } from './town.ts'

/** Lets the stores' apps do what is due. Gives the acts that it began. */
export async function playStores(town: Town, floor: Floor): Promise<Promise<unknown>[]> {
  const shops = new Map((await town.shops.list()).map((shop) => [shop.id, shop]))
  const now = nowMs()
  return floor.orders().flatMap((followed) => {
    if (followed.quietUntilMs > now) return []
    const move = nextStoreMove(followed.order, followed.fate, {
      nowMs: now,
      seenMs: followed.statusMs,
      usualPrepMinutes: shops.get(followed.order.storeId)?.prepMinutes ?? 20,
      speed: town.options.speed,
      hasDelayed: followed.hasDelayed,
    })
    if (!move) return []
    return [act(town, floor, followed, move)]
  })
}

async function act(town: Town, floor: Floor, followed: Followed, move: ChannelOrderEvent): Promise<void> {
  const { storeId } = followed.order
  const isTaken = await floor.say(followed, move)
  if (isTaken && move.type === 'accept') await town.devices.register('store', storeId, storeId)
  if (isTaken && move.type === 'collect') await afterDelivery(town, followed)
}

/** What the customer has to say once the order is there; later, and only some. */
export async function afterDelivery({ channel, tally, signal }: Town, { order, fate }: Followed): Promise<void> {
  if (fate.complains) {
    const body = { orderId: order.id, kind: 'complaint', text: 'The order was not complete, please call me back.' } as const
    await channel.insist(channelContract.feedback, { body }, newId())
  }
  if (fate.review === null) return
  const { afterMs, food, delivery, text } = fate.review
  await pause(afterMs, signal)
  const body = { orderId: order.id, food, ...(order.orderType === 'delivery' ? { delivery } : {}), ...(text ? { text } : {}) }
  const answer = await channel.insist(channelContract.review, { body }, newId())
  if (answer.ok) tally.add('review')
}
