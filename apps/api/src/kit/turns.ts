import { unavailable } from './errors.ts'

/** Runs work when its turn comes: so many at once, so many waiting; whoever comes then is refused (503) at once. */
export type Turns = <R>(work: () => Promise<R>) => Promise<R>

const signInBusy = { reason: 'sign-in-busy', message: 'Too many people are signing in. Please try again in a moment.' }

/** Keeps costly work, such as that of sign-ins, from taking the processor or the database away from everyone else. */
export function createTurns(most: { running: number; waiting: number }, busy = signInBusy): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most.running) running++
    else if (waiting.length >= most.waiting) throw unavailable(busy.reason, busy.message, 2)
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
