import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import type { api } from './client.ts'

type WithApi = Record<typeof api.reducerPath, ReturnType<typeof api.reducer>>

/** Milliseconds after which the page counts as settled although an answer is still out. */
const patienceMs = 5000

/** True once what the page was opened for stands: nothing is being read, and the browser has nothing better to do. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  const isReading = useSelector(({ api: { queries } }: WithApi) => Object.values(queries).some((query) => query?.status === 'pending'))
  useEffect(() => {
    if (isSettled) return
    const settle = () => setSettled(true)
    if (!isReading) return whenIdle(settle)
    const timer = setTimeout(settle, patienceMs)
    return () => clearTimeout(timer)
  }, [isSettled, isReading])
  return isSettled
}

const longestMs = 2000

/** Calls back when the browser is idle, in two seconds at the latest; answers how to call it off. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: longestMs })
  return () => cancelIdleCallback(handle)
}
