import { type Instant, minutesBetween, type OrderBoard, type OrderCard } from '@larder/contract'
import type { TextTone } from '#kit/layout/text.tsx'
import { closeMinutes } from './promise.ts'

export interface Age {
  /** Whole minutes: how long it waits, or how long the promise leaves (negative when late). */
  minutes: number
  /** 0 to 1: how much of what it has is used up. */
  used: number
  tone: Extract<TextTone, 'accent' | 'warning' | 'bad'>
  words: string
}

type Limits = Pick<OrderBoard, 'warnMinutes' | 'autoRejectMinutes'>
/** From this share of the time before it is rejected by itself, a waiting order is red. */
const lastShare = 0.8

/** How urgent a card is: a waiting order by how long it waits, any other by its promise. */
export function ageOf(card: OrderCard, limits: Limits, now: Instant): Age {
  return card.status === 'pending' ? waiting(card.pendingAt ?? card.placedAt, limits, now) : promised(card, now)
}

function waiting(since: Instant, { warnMinutes, autoRejectMinutes }: Limits, now: Instant): Age {
  const minutes = Math.max(0, minutesBetween(since, now))
  const used = Math.min(1, minutes / autoRejectMinutes)
  const tone = used >= lastShare ? 'bad' : minutes >= warnMinutes ? 'warning' : 'accent'
  return { minutes, used, tone, words: `waits ${minutes} min; rejected by itself after ${autoRejectMinutes}` }
}

function promised({ promisedAt, acceptedAt, placedAt }: OrderCard, now: Instant): Age {
  if (!promisedAt) return { minutes: 0, used: 0, tone: 'accent', words: 'no promise' }
  const whole = Math.max(1, minutesBetween(acceptedAt ?? placedAt, promisedAt))
  const minutes = minutesBetween(now, promisedAt)
  const used = Math.min(1, Math.max(0, 1 - minutes / whole))
  const tone = minutes < 0 ? 'bad' : minutes <= closeMinutes ? 'warning' : 'accent'
  return { minutes, used, tone, words: minutes < 0 ? `${-minutes} min late` : `${minutes} min to the promise` }
}
