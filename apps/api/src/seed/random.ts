/** Chance that always falls the same way: every draw follows from the seed's text alone. */
export interface Random {
  /** From 0 up to 1, which is never reached. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** So many different entries of the list, in the list's order; all of them when it is shorter. */
  some<T>(list: readonly T[], count: number): T[]
  /** A UUID v7 of a moment in milliseconds. */
  id(atMs: number): string
  /** Letters and digits, as references of other programs look. */
  code(length: number): string
}

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A stream of draws (mulberry32). Streams of different texts do not disturb each other. */
export function createRandom(seed: string): Random {
  let state = hashText(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const hex = (bits: number) => (2 ** bits + Math.floor(next() * 2 ** bits)).toString(16).slice(1)
  return {
    next,
    whole,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    some: (list, count) => {
      let wanted = Math.min(count, list.length)
      return list.filter((_, index) => {
        const taken = next() * (list.length - index) < wanted
        if (taken) wanted--
        return taken
      })
    },
    id: (atMs) => {
      const ms = Math.floor(atMs).toString(16).padStart(12, '0')
      return `${ms.slice(0, 8)}-${ms.slice(8)}-7${hex(12)}-${'89ab'[whole(0, 3)]}${hex(12)}-${hex(24)}${hex(24)}`
    },
    code: (length) => Array.from({ length }, () => alphabet[Math.floor(next() * alphabet.length)]).join(''),
  }
}

/** A list from which entries are drawn in proportion to their weights. */
export function weighted<T>(entries: readonly T[], weightOf: (entry: T) => number): (random: Random) => T {
  const upTo: number[] = []
  let sum = 0
  for (const entry of entries) {
    sum += weightOf(entry)
    upTo.push(sum)
  }
  return (random) => {
    const drawn = random.next() * sum
    let [low, high] = [0, entries.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? 0) > drawn) high = middle
      else low = middle + 1
    }
    return entries[low] as T
  }
}

// FNV-1a.
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
