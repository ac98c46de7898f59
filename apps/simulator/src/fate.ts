import type { ChannelOrderEvent } from '@larder/contract'
import { opinions } from './people.ts'
import { createRandom, type Random } from './random.ts'

/** What is going to happen to one order, decided by its id: whoever asks again, also after a restart, is told the same. */
export interface Fate {
  /** Whether the store's app acts on it; elsewhere staff do. */
  attended: boolean
  /** How long the store lets it wait before it answers, and what it says when it can't. */
  answerMs: number
  rejects: string | null
  /** Minutes more or less than the store's usual ones. */
  extraPrepMinutes: number
  startMs: number
  delayMinutes: Extract<ChannelOrderEvent, { type: 'delay' }>['minutes'] | null
  /** Of the promised preparation, how much it really takes. */
  prepShare: number
  /** Of the ordered weight, how much is packed. */
  weightShare: number
  collectMs: number
  /** The customer thinks better of it so long after the store accepted. */
  cancels: { afterMs: number; reason: string } | null
  /** How long a ready order waits for a rider who takes it by themself. */
  takeOverMs: number
  handOverMs: number
  fails: string | null
  review: { afterMs: number; food: number; delivery: number; text: string | undefined } | null
  complains: boolean
}

const seconds = (count: number) => count * 1000

/** Draws the fate of an order. Where nobody attends the store's app, riders wait longer for staff to send them. */
export function fateOf(seed: string, order: { id: string; attended: boolean }, speed: number): Fate {
  const random = createRandom(`${seed} ${order.id}`)
  const lasting = (from: number, to: number) => seconds(random.between(from, to)) / speed
  return {
    attended: order.attended,
    answerMs: lasting(20, 110),
    rejects: random.chance(0.025) ? random.pick(['item-unavailable', 'too-busy', 'closing-soon']) : null,
    extraPrepMinutes: random.pick([-5, 0, 0, 0, 5]),
    startMs: lasting(20, 120),
    delayMinutes: random.chance(0.06) ? random.pick([5, 10, 20] as const) : null,
    prepShare: random.between(0.75, 1.1),
    weightShare: random.between(0.96, 1.04),
    collectMs: lasting(60, 420),
    cancels: random.chance(0.02)
      ? { afterMs: lasting(5, 90), reason: random.pick(['changed-mind', 'ordered-twice', 'wrong-address']) }
      : null,
    takeOverMs: order.attended ? lasting(5, 45) : lasting(500, 900),
    handOverMs: lasting(25, 100),
    fails: random.chance(0.008) ? random.pick(['customer-unreachable', 'wrong-address', 'refused-at-door']) : null,
    review: random.chance(0.25) ? drawReview(random, lasting) : null,
    complains: random.chance(0.01),
  }
}

function drawReview(random: Random, lasting: (from: number, to: number) => number): Fate['review'] {
  const isGood = random.chance(0.86)
  const food = isGood ? random.whole(4, 5) : random.whole(1, 3)
  const text = random.chance(0.5) ? random.pick(isGood ? opinions.good : opinions.bad) : undefined
  return { afterMs: lasting(120, 900), food, delivery: Math.min(5, Math.max(1, food + random.whole(-1, 1))), text }
}
