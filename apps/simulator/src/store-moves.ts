import { type ChannelOrderEvent, type channelContract, msOf, type Output } from '@larder/contract'
import type { Fate } from './fate.ts'

export type ActiveOrder = Output<typeof channelContract.activeOrders>[number]

export interface StoreMoment {
  nowMs: number
  /** When this program first saw the order waiting. */
  seenMs: number
  /** What a store's kitchen usually takes. */
  usualPrepMinutes: number
  speed: number
  hasDelayed: boolean
}

/** What the store's or the customer's app does about an order now, or null: nothing yet, or not its turn. Pure. */
export function nextStoreMove(order: ActiveOrder, fate: Fate, moment: StoreMoment): ChannelOrderEvent | null {
  if (!fate.attended) return null
  switch (order.status) {
    case 'pending':
      return moment.nowMs >= moment.seenMs + fate.answerMs ? answer(fate, moment) : null
    case 'accepted':
      return sinceAccepted(order, moment) >= fate.startMs ? { type: 'startPreparing', as: 'store' } : changeOfMind(order, fate, moment)
    case 'preparing':
      return prepare(order, fate, moment)
    case 'ready':
      return order.orderType === 'pickup' && sinceReady(order, moment) >= fate.collectMs ? handOver(order) : null
    default:
      return null
  }
}

function answer({ rejects, extraPrepMinutes }: Fate, { usualPrepMinutes }: StoreMoment): ChannelOrderEvent {
  if (rejects !== null) return { type: 'reject', as: 'store', reason: rejects }
  return { type: 'accept', as: 'store', prepMinutes: Math.max(5, usualPrepMinutes + extraPrepMinutes) }
}

function changeOfMind(order: ActiveOrder, { cancels }: Fate, moment: StoreMoment): ChannelOrderEvent | null {
  if (cancels === null || sinceAccepted(order, moment) < cancels.afterMs) return null
  return { type: 'cancel', as: 'customer', reason: cancels.reason }
}

function prepare(order: ActiveOrder, fate: Fate, moment: StoreMoment): ChannelOrderEvent | null {
  const prepMs = ((order.prepMinutes ?? moment.usualPrepMinutes) * 60_000) / moment.speed
  const delayMs = fate.delayMinutes === null ? 0 : (fate.delayMinutes * 60_000) / moment.speed
  const done = sinceAccepted(order, moment)
  if (fate.delayMinutes !== null && !moment.hasDelayed && done >= prepMs / 2)
    return { type: 'delay', as: 'store', minutes: fate.delayMinutes }
  if (done < prepMs * fate.prepShare + delayMs) return null
  const open = order.weighedLines.filter(({ packedGrams }) => packedGrams === null)
  const packed = open.map(({ line, orderedGrams }) => ({ line, grams: Math.max(1, Math.round((orderedGrams * fate.weightShare) / 5) * 5) }))
  return packed.length > 0 ? { type: 'markReady', as: 'store', packed } : { type: 'markReady', as: 'store' }
}

function handOver(order: ActiveOrder): ChannelOrderEvent {
  return { type: 'collect', as: 'store', ...dueOf(order) }
}

/** The amount to be taken from the customer: all of it where it was not paid online, else what edits have added. */
export function dueOf({ paymentMethod, due }: ActiveOrder): { collected?: ActiveOrder['due'] } {
  return paymentMethod === 'online' && due.minor === 0 ? {} : { collected: due }
}

function sinceAccepted({ acceptedAt }: ActiveOrder, { nowMs }: StoreMoment): number {
  return acceptedAt === null ? 0 : nowMs - msOf(acceptedAt)
}

function sinceReady({ readyAt }: ActiveOrder, { nowMs }: StoreMoment): number {
  return readyAt === null ? 0 : nowMs - msOf(readyAt)
}
