import { eventWordsOf, type Instant, msOf, type OrderEvent, relativeTime } from '@larder/contract'

/** "Priya Nair accepted this order 12 s ago." */
export function tellEvent(event: Pick<OrderEvent, 'type' | 'actorName' | 'at'>, now: Instant): string {
  return `${event.actorName} ${eventWordsOf(event.type).deed} ${agoWords(event.at, now)}.`
}

function agoWords(at: Instant, now: Instant): string {
  const seconds = Math.max(0, Math.floor((msOf(now) - msOf(at)) / 1000))
  return seconds < 60 ? `${seconds} s ago` : relativeTime(at, now)
}
