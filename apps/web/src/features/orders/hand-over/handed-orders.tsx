import {
  durationText,
  type HandedOrder,
  type HandedOver,
  handOverContract,
  type Instant,
  minutesBetween,
  orderWaitLabels,
} from '@larder/contract'
import { useRead } from '#api/client.ts'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { type Column, custom } from '#kit/cells/columns.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Text } from '#kit/layout/text.tsx'
import { FewRows } from '#kit/resource/list/few-rows.tsx'
import { slotWords } from '../for-slot.ts'

/** What an order was promised, as it stood at a moment. */
export function promiseThen({ promisedAt, delays }: Pick<HandedOrder, 'promisedAt' | 'delays'>, at: Instant): string {
  const told = delays === 0 ? '' : delays === 1 ? ', delayed once' : `, delayed ${delays} times`
  if (promisedAt === null) return `no promise yet${told}`
  const late = promisedAt < at
  const minutes = late ? minutesBetween(promisedAt, at) : minutesBetween(at, promisedAt)
  return `${late ? `${durationText(minutes)} late` : `in ${durationText(minutes)}`}${told}`
}

const waitWords = ({ waitsFor, riderName }: HandedOrder) => (waitsFor === 'rider' && riderName ? riderName : orderWaitLabels[waitsFor])
const claimWords = ({ claimedBy }: HandedOrder) => claimedBy?.name ?? ''

/** The columns of open orders as they stood at a moment. */
export function columnsAt(at: Instant): Column<HandedOrder>[] {
  return [
    custom<HandedOrder>('number', 'Order', ({ orderId, number }) => (
      <PlaceLink entity="order" id={orderId}>
        {number}
      </PlaceLink>
    )),
    custom<HandedOrder>('store', 'Store', ({ store }) => store, { text: ({ store }) => store }),
    custom<HandedOrder>(
      'status',
      'Status',
      ({ status, since }) => (
        <>
          <OrderStatusChip status={status} />{' '}
          <Text size={12} tone="muted">
            for {durationText(minutesBetween(since, at))}
          </Text>
        </>
      ),
      { isState: true },
    ),
    custom<HandedOrder>(
      'promise',
      'Promise',
      (order) => (
        <>
          <Text as="div" size={13} tone={order.promisedAt !== null && order.promisedAt < at ? 'bad' : undefined} cut>
            {promiseThen(order, at)}
          </Text>
          <Text as="div" size={12} tone="muted">
            {slotWords(order, at)}
          </Text>
        </>
      ),
      { text: (order) => [promiseThen(order, at), slotWords(order, at)].filter(Boolean).join(', ') },
    ),
    custom<HandedOrder>('waitsFor', 'Waits for', waitWords, { text: waitWords }),
    custom<HandedOrder>('claimedBy', 'Handled by', claimWords, { text: claimWords }),
  ]
}

/** Pixels that a sentence takes to be read. */
const noteWidth = 200

const noted = custom<HandedOver>('note', 'Note', ({ note }) => note && <div style={{ minWidth: noteWidth }}>{note}</div>)

const since: Column<HandedOver>[] = [
  custom<HandedOver>('now', 'Now', ({ now }) => now && <OrderStatusChip status={now.status} />),
  custom<HandedOver>('takenBy', 'Taken by', ({ takenBy }) => takenBy ?? ''),
]

/** What somebody wrote of an order stands beside its number: it is what the next person reads first. */
function columnsOf(orders: readonly HandedOver[], givenAt: Instant): Column<HandedOver>[] {
  const [number, ...rest] = columnsAt(givenAt)
  const hasNotes = orders.some(({ note }) => note !== null)
  return [...(number ? [number] : []), ...(hasNotes ? [noted] : []), ...rest, ...since]
}

/** The orders of a hand-over as they stood then, and what has become of them. */
export function HandedOrders({ id, givenAt }: { id: string; givenAt: Instant }) {
  const read = useRead(handOverContract.orders, { params: { id } })
  return (
    <Loading read={read} skeleton={<SkeletonCard lines={6} />}>
      {(orders) =>
        orders.length === 0 ? (
          <Text tone="muted">Nothing was open.</Text>
        ) : (
          <FewRows
            label="Open orders"
            columns={columnsOf(orders, givenAt)}
            rows={orders}
            keyOf={({ orderId }) => orderId}
            titleOf={({ number }) => number}
          />
        )
      }
    </Loading>
  )
}
