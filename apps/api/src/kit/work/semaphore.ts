import type { RefusalReason } from '@larder/contract'
import pLimit from 'p-limit'
import { unavailable } from '../errors.ts'

/** Runs work when its turn comes: so many at once, so many waiting; whoever comes then is refused (503) at once. `by`: whose work it is. */
export type Semaphore = <R>(work: () => Promise<R>, by?: string) => Promise<R>

interface Most {
  running: number
  waiting: number
  /** Of one person, running and waiting: the rest is kept for others. */
  each?: number
}

interface Busy {
  reason: RefusalReason<'unavailable'>
  /** A sentence for whoever is refused. */
  message: string
}

const signInBusy: Busy = { reason: 'sign-in-busy', message: 'Too many people are signing in. Please try again in a moment.' }

/** Keeps costly work, such as that of sign-ins, from taking the processor or the database away from everyone else. */
export function createSemaphore(most: Most, busy = signInBusy): Semaphore {
  const inTurn = pLimit(most.running)
  const held = new Map<string, number>()
  return async (work, by = '') => {
    const own = held.get(by) ?? 0
    const isFull = inTurn.activeCount + inTurn.pendingCount >= most.running + most.waiting
    if (isFull || own >= (most.each ?? Number.POSITIVE_INFINITY)) throw unavailable(busy.reason, busy.message, 2)
    held.set(by, own + 1)
    try {
      return await inTurn(work)
    } finally {
      const left = (held.get(by) ?? 1) - 1
      if (left > 0) held.set(by, left)
      else held.delete(by)
    }
  }
}
