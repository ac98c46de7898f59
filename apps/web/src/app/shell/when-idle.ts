const longestMs = 2000

/** Calls back when the browser has nothing better to do, in two seconds at the latest; answers how to call it off. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: longestMs })
  return () => cancelIdleCallback(handle)
}
