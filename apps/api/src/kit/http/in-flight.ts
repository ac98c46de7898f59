import { unavailable } from '../errors.ts'

/** What requests have begun and not ended, whether somebody still waits for the answer or has hung up. */
export interface InFlight {
  /** Does a piece of work. Throws 503 `not-ready` instead once `end` was called. */
  follow<R>(work: () => Promise<R>): Promise<R>
  /** From now on nothing begins; resolves when everything that had begun is over. Never rejects. */
  end(): Promise<void>
}

export function createInFlight(): InFlight {
  const begun = new Set<Promise<unknown>>()
  let isEnding = false
  return {
    async follow(work) {
      if (isEnding) return unavailable('not-ready', 'This process is stopping. Please try again.')
      const done = work()
      begun.add(done)
      try {
        return await done
      } finally {
        begun.delete(done)
      }
    },
    async end() {
      isEnding = true
      await Promise.allSettled(begun)
    },
  }
}
