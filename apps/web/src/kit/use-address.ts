import { use, useCallback } from 'react'
import { type NavigateOptions, UNSAFE_DataRouterContext, useSearchParams } from 'react-router'

type Changes = Readonly<Record<string, string | undefined>>

/** Sets parameters or (with '' or undefined) clears them, or edits all of them in place. */
type SetAddress = (changes: Changes | ((next: URLSearchParams) => void), options?: NavigateOptions) => void

/**
 * The parameters of the address as they are drawn, and how to change them. `useSearchParams` changes those that were drawn last: what was
 * set since then, by a dialog that closes while a search waits for a pause in typing, would be undone. This changes the newest, and nothing
 * any more once the page is being left.
 */
export function useAddress(): [params: URLSearchParams, set: SetAddress] {
  const [params, setParams] = useSearchParams()
  const router = use(UNSAFE_DataRouterContext)?.router
  const set = useCallback<SetAddress>(
    (changes, options) => {
      if (!router) return
      const { location, navigation } = router.state
      if (navigation.location && navigation.location.pathname !== location.pathname) return
      const next = new URLSearchParams((navigation.location ?? location).search)
      if (typeof changes === 'function') changes(next)
      else putParams(next, changes)
      setParams(next, options)
    },
    [router, setParams],
  )
  return [params, set]
}

/** Sets parameters, or clears those without a text. */
export function putParams(params: URLSearchParams, changes: Changes): void {
  for (const [key, value] of Object.entries(changes)) {
    if (value) params.set(key, value)
    else params.delete(key)
  }
}
