import type { RefusalReason } from '@larder/contract'
import pLimit from 'p-limit'
import { unavailable } from '../errors.ts'

/** Runs work when its turn comes: so many at once, so many waiting; whoever comes then is refused (503) at once. */
export type Semaphore = <R>(work: () => Promise<R>) => Promise<R>

interface Busy {
  reason: RefusalReason<'unavailable'>
  /** A sentence for whoever is refused. */
  message: string
}

const signInBusy: Busy = { reason: 'sign-in-busy', message: 'Too many people are signing in. Please try again in a moment.' }

/** Keeps costly work, such as that of sign-ins, from taking the processor or the database away from everyone else. */
export function createSemaphore(most: { running: number; waiting: number }, busy = signInBusy): Semaphore {
  const inTurn = pLimit(most.running)
  return async (work) => {
    if (inTurn.activeCount + inTurn.pendingCount >= most.running + most.waiting) throw unavailable(busy.reason, busy.message, 2)
    return inTurn(work)
  }
}
