import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '#kit/access/access.tsx'
import { isTyping, useKey, useKeyDown } from '#kit/keys.ts'
import { pages } from '../routes.ts'

/** Milliseconds in which the page's own key follows. */
const patienceMs = 1500

/** `g` and then the key of a page goes there, wherever this person may go. */
export function useGoKeys(): void {
  const startedAt = useRef(Number.NEGATIVE_INFINITY)
  const navigate = useNavigate()
  const may = useMay()
  useKeyDown((event) => {
    const isSecond = performance.now() - startedAt.current < patienceMs
    startedAt.current = Number.NEGATIVE_INFINITY
    if (!isSecond || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
    // By itself the same key may mean something on the page: it is no act now, whether or not it leads anywhere.
    event.preventDefault()
    event.stopImmediatePropagation()
    const page = pages.find(({ go, permission }) => go === event.key.toLowerCase() && may(permission))
    if (page) navigate(page.path)
  }, true)
  useKey('go', () => {
    startedAt.current = performance.now()
  })
}
