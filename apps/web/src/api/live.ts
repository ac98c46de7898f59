import type { RiderMoved } from '@larder/contract'
import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import type { Live } from '#state/live.ts'
import type { CallError } from './transport.ts'

interface WithLive {
  live: Live
}

/** The live connection as a screen may show it: status, events recovered after the last gap, alerts to staff. */
export function useLive(): Live {
  return useSelector((state: WithLive) => state.live)
}

/** An error as long as it is news: that the server did not answer is over once the live connection is back. */
export function useStandingError(error: CallError | undefined): CallError | undefined {
  const { lostAt } = useLive()
  const [over, setOver] = useState<CallError>()
  const before = useRef(lostAt)
  useEffect(() => {
    if (before.current !== null && lostAt === null && error?.kind === 'unavailable') setOver(error)
    before.current = lostAt
  }, [lostAt, error])
  return error === over ? undefined : error
}

/** The newest position of each rider that was heard of, by rider id. */
export function useRiderPositions(): Record<string, RiderMoved> {
  return useSelector((state: WithLive) => state.live.riders)
}
