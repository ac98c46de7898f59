import type { RiderMoved } from '@larder/contract'
import { useSelector } from 'react-redux'
import type { Live } from '#state/live.ts'

interface WithLive {
  live: Live
}

/** The live connection as a screen may show it: status, events recovered after the last gap, alerts to staff. */
export function useLive(): Live {
  return useSelector((state: WithLive) => state.live)
}

/** The newest position of each rider that was heard of, by rider id. */
export function useRiderPositions(): Record<string, RiderMoved> {
  return useSelector((state: WithLive) => state.live.riders)
}
