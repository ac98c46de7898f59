import { isApiError } from '@larder/contract'
import type { EventLog } from './event-log.ts'

const retryMs = 3000

/** Nothing is missed by whom the page has already told that their session is over. */
const isSessionOver = (failure: unknown) => isApiError(failure) && failure.kind === 'session-over'

/** Closes the gap that a lost connection leaves: asks for what came meanwhile until it has it, so that nothing is missed. */
export interface Recovery {
  /** Called on each connection with the server's newest event; answers how many events a reconnection brought in. */
  catchUp: (serverSequence: number) => Promise<number>
  stop: () => void
}

/** `fetchAfter` applies everything after a sequence and answers the sequence it reached. */
export function createRecovery(log: EventLog, fetchAfter: (sequence: number) => Promise<number>): Recovery {
  let owedAfter: number | null = null
  let connections = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const catchUp = async (serverSequence: number): Promise<number> => {
    clearTimeout(timer)
    const isReconnection = ++connections > 1
    const before = log.count()
    // Until a gap is closed the next one starts where it started, whatever arrived since.
    owedAfter ??= log.resumeAfter()
    if (owedAfter !== null && serverSequence > owedAfter) {
      try {
        log.reach(await fetchAfter(owedAfter))
      } catch (failure) {
        if (isStopped || isSessionOver(failure)) return 0
        console.error('What was missed could not be fetched; it is asked for again', failure)
        timer = setTimeout(() => void catchUp(serverSequence), retryMs)
        return 0
      }
    } else log.reach(serverSequence)
    owedAfter = null
    return isReconnection ? log.count() - before : 0
  }

  return {
    catchUp,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
