import { unavailable } from './errors.ts'

/** Runs work when its turn comes: so many at once, so many waiting; whoever comes then gets `sign-in-busy` (503) at once. */
export type Turns = <R>(work: () => Promise<R>) => Promise<R>

/** Keeps costly work of sign-ins from taking the processor or the database away from everyone else. */
export function createTurns(most: { running: number; waiting: number }): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most.running) running++
    else if (waiting.length >= most.waiting)
      throw unavailable('sign-in-busy', 'Too many people are signing in. Please try again in a moment.', 2)
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
