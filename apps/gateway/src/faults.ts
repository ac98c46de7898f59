import * as z from 'zod/mini'

const Rate = z.number().check(z.minimum(0), z.maximum(1))

/** How badly the gateway behaves: rates from 0 to 1, times in milliseconds. */
export const Faults = z.strictObject({
  /** Requests that never arrive. */
  loseRequests: Rate,
  /** Answers that never arrive: what was asked is done. */
  loseAnswers: Rate,
  /** Requests that are turned away with 503. */
  away: Rate,
  /** What is asked of a payment is answered as if it were done, and is not. */
  forget: Rate,
  loseCallbacks: Rate,
  repeatCallbacks: Rate,
  /** Callbacks wait up to so long, each for itself: later ones overtake earlier ones. */
  delayCallbacks: z.int().check(z.minimum(0), z.maximum(3_600_000)),
  delayAnswers: z.int().check(z.minimum(0), z.maximum(60_000)),
  /** Refunds that are taken and do not go through. */
  failRefunds: Rate,
  /** How long a refund is on its way, and a payment that is processed slowly. */
  settleAfter: z.int().check(z.minimum(0), z.maximum(86_400_000)),
})
export type Faults = z.infer<typeof Faults>

export const wellBehaved: Faults = {
  loseRequests: 0,
  loseAnswers: 0,
  away: 0,
  forget: 0,
  loseCallbacks: 0,
  repeatCallbacks: 0,
  delayCallbacks: 0,
  delayAnswers: 0,
  failRefunds: 0,
  settleAfter: 0,
}

/** Chance by a seed: the same seed draws the same. */
export interface Chance {
  happens(rate: number): boolean
  upTo(limit: number): number
}

export function createChance(seed: string): Chance {
  // FNV-1a of the seed begins a mulberry32.
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    const one = Math.imul(state ^ (state >>> 15), 1 | state)
    const two = (one + Math.imul(one ^ (one >>> 7), 61 | one)) ^ one
    return ((two ^ (two >>> 14)) >>> 0) / 4_294_967_296
  }
  return { happens: (rate) => next() < rate, upTo: (limit) => Math.floor(next() * limit) }
}
