const kept = 5000
/** Payload events overtake batched ones by this much at most: what is younger is asked for again after a gap. */
const settleMs = 2000

/** Remembers which events this page has applied, so that each is applied once, however often and in whatever order it arrives. */
export interface EventLog {
  /** Notes an event; false when it was applied before. */
  isNew: (sequence: number) => boolean
  /** Everything up to here is known, applied or not for us. */
  reach: (sequence: number) => void
  /** The sequence to ask for after a gap; null before the first connection. */
  resumeAfter: () => number | null
  /** How many events were applied. */
  count: () => number
}

/** `start` is a sequence that is known to be behind us; `now` are milliseconds that only rise. */
export function createEventLog(start: number | null = null, now: () => number = () => performance.now()): EventLog {
  const seen = new Map<number, number>()
  let floor = start
  let applied = 0
  return {
    isNew(sequence) {
      if (seen.has(sequence)) return false
      seen.set(sequence, now())
      if (seen.size > kept) forgetOldest(seen)
      applied++
      return true
    },
    reach(sequence) {
      floor = Math.max(floor ?? 0, sequence)
    },
    resumeAfter() {
      if (floor === null) return null
      const settled = [...seen].filter(([, at]) => now() - at >= settleMs).map(([sequence]) => sequence)
      return settled.reduce((highest, sequence) => Math.max(highest, sequence), floor)
    },
    count: () => applied,
  }
}

function forgetOldest(seen: Map<number, number>): void {
  const [oldest] = seen.keys()
  if (oldest !== undefined) seen.delete(oldest)
}
