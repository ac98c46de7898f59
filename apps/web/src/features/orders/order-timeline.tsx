import { eventWordsOf, type Order, type OrderEvent, orderMoverLabels } from '@larder/contract'
import { useOrderStatusLooks } from '#kit/cells/order-status.tsx'
import { Timeline } from '#kit/panels/timeline.tsx'
import { toneOfEvent } from './order-looks.ts'

/** Everything that happened to an order, newest first, notes included. */
export function OrderTimeline({ order }: { order: Order }) {
  const lookOf = useOrderStatusLooks()
  const entries = order.events.toReversed().map((event) => {
    const { label: what } = eventWordsOf(event.type)
    const tone = toneOfEvent(event.type)
    return {
      id: String(event.sequence),
      at: event.at,
      who: whoWords(event),
      what: event.to && event.from && event.from !== event.to ? `${what}: ${lookOf(event.from).label} → ${lookOf(event.to).label}` : what,
      note: noteWords(event),
      ...(tone && { tone }),
    }
  })
  return <Timeline entries={entries} zone={order.timeZone} />
}

function whoWords({ actorName, actorKind, source }: OrderEvent): string {
  return [actorName, orderMoverLabels[actorKind], ...(source && source !== actorKind ? [source] : [])].join(', ')
}

function noteWords({ reason, reasonLabel, note, isInternal, type }: OrderEvent): string {
  const parts = [reasonLabel ?? reason, note].filter(Boolean).join(': ')
  return type === 'note' ? `${parts} (${isInternal ? 'staff only' : 'visible to store and customer'})` : parts
}
