import { currentInstant, noticeWords, type OrderAction, type OrderCard, orderActionLabels, orderContract } from '@larder/contract'
import { type Icon, IconBike, IconCheck, IconPackage, IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { acceptOf, assignRider, delay, noteField, warnedOf } from '#entities/order/order-acts.tsx'
import { type Action, action, confirmAction } from '#kit/actions/action.ts'
import { moneyField } from '#kit/fields/fields.tsx'
import type { BaseRow } from '#kit/row.ts'
import { reasonOf } from './order-asks.ts'

export const releaseNow = confirmAction(orderContract.release, {
  label: orderActionLabels.release,
  tone: 'primary',
  icon: IconPlayerPlay,
  question: (order: OrderCard) =>
    [`Release ${order.number} to ${order.store.name} now, ahead of its slot?`, noticeWords(order, currentInstant())]
      .filter(Boolean)
      .join(' '),
  asks: [noteField],
  failed: ({ number }) => `Order ${number} was not released`,
})

export const cancel = confirmAction(orderContract.cancel, {
  label: orderActionLabels.cancel,
  tone: 'danger',
  icon: IconX,
  question: ({ number, customerName }: OrderCard) => `${number}, ${customerName}. Any refund depends on the reason.`,
  wayOut: 'Keep order',
  asks: [reasonOf('cancel'), noteField],
  done: ({ number }) => `${number} cancelled`,
  failed: ({ number }) => `Order ${number} was not cancelled`,
})

export const restore = confirmAction(orderContract.restore, {
  label: orderActionLabels.restore,
  icon: IconRefresh,
  question: ({ number }: BaseRow & { number: string }) => `Restore ${number}? It goes back to accepted.`,
  asks: [reasonOf('restore'), noteField],
  done: ({ number }) => `${number} restored`,
  failed: ({ number }) => `Order ${number} was not restored`,
})

/** Everything that staff may do with an order, in the order of its life; which of it is possible now says `order.allowed`. */
export function actionsOf(order: OrderCard): Action<OrderCard>[] {
  const isCashDue = order.paymentState === 'due' && order.due.minor === order.total.minor
  const takes = order.due.minor > 0
  const collected = takes && { body: () => ({ collected: order.due }) }
  const asksCollected = takes
    ? [moneyField('collected', { label: 'Cash collected', help: 'What the customer paid.' }), noteField]
    : [noteField]
  const named = `${order.number}, ${order.customerName}`
  const notDone = (what: string) => () => `Order ${order.number} was not ${what}`
  const primary = (key: OrderAction, what: string, icon: Icon) =>
    ({ failed: notDone(what), label: orderActionLabels[key], tone: 'primary', icon }) as const
  const danger = (key: OrderAction, what: string) => ({ ...primary(key, what, IconX), tone: 'danger' }) as const
  const acts = [
    releaseNow,
    acceptOf(order),
    confirmAction(orderContract.reject, {
      ...danger('reject', 'rejected'),
      keys: 'reject',
      question: () => `${named}.${isCashDue ? ' Nothing has been paid yet.' : ' Any payment is voided or refunded.'}`,
      asks: [reasonOf('reject'), noteField],
      done: () => `${order.number} rejected`,
    }),
    action(orderContract.startPreparing, {
      ...primary('startPreparing', 'started', IconPlayerPlay),
      done: () => `${order.number} is being prepared`,
    }),
    action(orderContract.markReady, {
      ...primary('markReady', 'marked ready', IconPackage),
      done: () => `${order.number} is ready`,
    }),
    assignRider(order),
    confirmAction(orderContract.pickUp, {
      ...primary('pickUp', 'picked up', IconBike),
      question: () => `Mark ${order.number} as picked up on behalf of ${order.rider?.name ?? 'the rider'}?`,
      asks: [reasonOf('on-behalf'), noteField],
      done: () => `${order.number} is on its way`,
    }),
    confirmAction(orderContract.deliver, {
      ...primary('deliver', 'delivered', IconCheck),
      question: () => `Mark ${named}, as delivered on behalf of ${order.rider?.name ?? 'the rider'}?`,
      ...collected,
      asks: [reasonOf('on-behalf'), ...asksCollected],
      done: () => `${order.number} delivered`,
    }),
    confirmAction(orderContract.collect, {
      ...primary('collect', 'handed over', IconCheck),
      question: () => `Mark ${named}, as handed over?`,
      ...collected,
      asks: asksCollected,
      done: () => `${order.number} handed over`,
    }),
    restore,
    delay,
    confirmAction(orderContract.unassignRider, {
      label: orderActionLabels.unassignRider,
      question: () => `Unassign ${order.rider?.name ?? 'the rider'} from ${order.number}? It will need another rider.`,
      asks: [noteField],
      done: () => `Rider unassigned from ${order.number}`,
    }),
    confirmAction(orderContract.fail, {
      ...danger('fail', 'marked as failed'),
      question: () => `Mark ${named}, as a failed delivery?`,
      asks: [reasonOf('fail'), noteField],
      done: () => `${order.number} failed`,
    }),
    cancel,
  ]
  return warnedOf(order, acts)
}
