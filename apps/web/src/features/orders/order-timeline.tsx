import { eventWordsOf, type Order, type OrderEvent, type OrderEventType, orderMoverLabels } from '@larder/contract'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import type { StatusStyle } from '#kit/cells/status-style.tsx'
import { Timeline } from '#kit/panels/timeline.tsx'

/** What went well and what did not; the rest is told without a tone. */
const tones: Partial<Record<OrderEventType, NonNullable<StatusStyle['tone']>>> = {
  place: 'info',
  payment: 'good',
  accept: 'good',
  reject: 'bad',
  delay: 'warning',
  unassignRider: 'warning',
  deliver: 'good',
  collect: 'good',
  fail: 'bad',
  cancel: 'bad',
  restore: 'good',
  refund: 'warning',
  completeRefund: 'good',
  failRefund: 'bad',
}

/** Everything that happened to an order, newest first, notes included. */
export function OrderTimeline({ order }: { order: Order }) {
  const styleOf = useOrderStatusStyles()
  const entries = order.events.toReversed().map((event) => {
    const { label: what } = eventWordsOf(event.type)
    const tone = tones[event.type as OrderEventType]
    return {
      id: String(event.sequence),
      at: event.at,
      who: whoWords(event),
      what: event.order ? (
        <OfAnother event={event} order={event.order} />
      ) : event.to && event.from && event.from !== event.to ? (
        `${what}: ${styleOf(event.from).label} → ${styleOf(event.to).label}`
      ) : (
        what
      ),
      note: noteWords(event),
      ...(tone && { tone }),
    }
  })
  return <Timeline entries={entries} zone={order.timeZone} isWhole />
}

/** What two orders tell of each other: `Ordered again: KOC-1042`, `Order placed, again from KOC-1017`. */
function OfAnother({ event, order }: { event: OrderEvent; order: NonNullable<OrderEvent['order']> }) {
  return (
    <>
      {eventWordsOf(event.type).label}
      {event.type === 'place' ? ', again from ' : ': '}
      <PlaceLink entity="order" id={order.id}>
        {order.number}
      </PlaceLink>
    </>
  )
}

function whoWords({ actorName, actorKind, source }: OrderEvent): string {
  return [actorName, orderMoverLabels[actorKind], ...(source && source !== actorKind ? [source] : [])].join(', ')
}

function noteWords({ reason, reasonLabel, note, isInternal, type }: OrderEvent): string {
  const parts = [reasonLabel ?? reason, note].filter(Boolean).join(': ')
  return type === 'note' ? `${parts} (${isInternal ? 'staff only' : 'visible to store and customer'})` : parts
}
