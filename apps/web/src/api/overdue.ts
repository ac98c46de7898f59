import type { Middleware } from '@reduxjs/toolkit'
import { api, changedBy, type WriteDispatch } from './client.ts'
import type { Tag } from './tags.ts'

/** Milliseconds that what has changed may wait for answers of other requests, which one that hangs would not give. */
const patienceMs = 3000

type WithApi = Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>

/**
 * What has changed is read again once no request is out, so that nothing is read that is on its way already. Where one is out for longer, this
 * reads it: on a slow line, or while the server works at one answer, every list would stay as it was.
 */
export const readOverdue: Middleware = (store) => (next) => (action) => {
  const entries = () => (store.getState() as WithApi).api
  const tags = tagsOf(action)
  // Which read each of them is shown from.
  const overdue = new Map<string, string | undefined>()
  if (tags.length > 0)
    for (const { queryCacheKey: key } of api.util.selectInvalidatedBy(store.getState() as never, tags))
      overdue.set(key, entries().queries[key as never]?.requestId)
  const result = next(action)

  const look = () => {
    for (const [key, requestId] of overdue) {
      const query = entries().queries[key as never]
      const isShown = Object.keys(entries().subscriptions[key as never] ?? {}).length > 0
      if (isShown && query?.requestId === requestId && query?.status === 'pending') continue
      overdue.delete(key)
      if (!isShown || query?.requestId !== requestId) continue
      const again = api.endpoints.read.initiate(query?.originalArgs as never, { subscribe: false, forceRefetch: true })
      ;(store.dispatch as WriteDispatch)(again)
    }
    wait()
  }
  const wait = () => {
    for (const [key, requestId] of overdue) if (entries().queries[key as never]?.requestId !== requestId) overdue.delete(key)
    if (overdue.size > 0) setTimeout(look, patienceMs)
  }
  wait()
  return result
}

/** What an action says has changed. */
function tagsOf(action: unknown): readonly Tag[] {
  if (api.util.invalidateTags.match(action)) return action.payload as readonly Tag[]
  const { matchFulfilled, matchRejected } = api.endpoints.write
  if (matchFulfilled(action)) return changedBy(action.payload, undefined, action.meta.arg.originalArgs)
  return matchRejected(action) && action.payload ? changedBy(undefined, action.payload, action.meta.arg.originalArgs) : []
}
