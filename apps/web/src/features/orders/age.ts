import { durationText, type Instant, minutesBetween, type OrderBoard, type OrderCard } from '@larder/contract'
import type { TextTone } from '#kit/layout/text.tsx'
import { closeMinutes, timeLeft } from './promise.tsx'

export interface Age {
  /** One number with its unit and direction: `3`, `min left`. */
  figure: string
  direction: string
  /** 0 to 1: how much of what it has is used up. */
  used: number
  tone: Extract<TextTone, 'accent' | 'warning' | 'bad'>
  words: string
}

/** From this share of the time before it is auto-rejected, a waiting order is red. */
const lastShare = 0.8

/** How much time a card has left: a waiting order until it is auto-rejected, any other until its promise; what has neither tells how long it has waited. */
export function ageOf(card: OrderCard, { warnMinutes }: Pick<OrderBoard, 'warnMinutes'>, now: Instant): Age {
  const since = card.pendingAt ?? card.placedAt
  const waited = Math.max(0, minutesBetween(since, now))
  if (card.status === 'pending' && card.rejectsAt) {
    const age = againstDeadline(card.rejectsAt, since, now)
    const tone = age.used >= lastShare ? 'bad' : waited >= warnMinutes ? 'warning' : 'accent'
    return { ...age, tone, words: `${age.words} to accept, ${durationText(waited)} waited` }
  }
  if (card.promisedAt) return againstDeadline(card.promisedAt, card.acceptedAt ?? card.placedAt, now)
  const [figure = '', unit = ''] = durationText(waited).split(' ')
  return { figure, direction: `${unit} waited`, used: 0, tone: 'accent', words: `${figure} ${unit} waited, nothing promised` }
}

/** Minutes since a card came to the stage of the board that it is in; null of what is in none. */
export function minutesInStage(card: OrderCard, now: Instant): number | null {
  const since: { [S in OrderCard['status']]?: Instant | null } = {
    pending: card.pendingAt,
    accepted: card.acceptedAt,
    preparing: card.preparingAt,
    ready: card.readyAt,
    picked_up: card.pickedUpAt,
  }
  const at = since[card.status]
  return at ? Math.max(0, minutesBetween(at, now)) : null
}

function againstDeadline(deadline: Instant, since: Instant, now: Instant): Age {
  const { figure, direction, minutes, isLate } = timeLeft(deadline, now)
  const whole = Math.max(1, minutesBetween(since, deadline))
  const used = Math.min(1, Math.max(0, 1 - minutes / whole))
  const tone = isLate ? 'bad' : minutes <= closeMinutes ? 'warning' : 'accent'
  return { figure, direction, used, tone, words: `${figure} ${direction}` }
}
