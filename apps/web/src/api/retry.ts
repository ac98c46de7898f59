import { api, type WriteDispatch } from './client.ts'
import type { CallError } from './transport.ts'

/** Milliseconds between two tries while the connection is there and the server still can't answer. */
const againMs = 5000

type State = Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>

/** Reads again what could not be read because the server was away: who sees the failure sees the answer without a press. */
function retryFailedReads() {
  return (dispatch: WriteDispatch, getState: () => State) => {
    for (const query of Object.values(getState().api.queries)) {
      if (query?.status !== 'rejected' || (query.error as CallError | undefined)?.kind !== 'unavailable') continue
      dispatch(api.endpoints.read.initiate(query.originalArgs as never, { subscribe: false, forceRefetch: true }))
    }
  }
}

/** Tries at once and, for as long as it is not stopped, every `everyMs`; answers how to stop it. */
export function keepRetrying(dispatch: WriteDispatch, everyMs = againMs): () => void {
  const retry = () => dispatch(retryFailedReads())
  retry()
  const timer = setInterval(retry, everyMs)
  return () => clearInterval(timer)
}
