import { useNavigate } from 'react-router'
import { usePlaces } from '#kit/access/places.tsx'
import { isTyping, useListKeys } from '#kit/resource/use-list-keys.ts'
import { useKeyDown } from '#kit/use-key-down.ts'

/** j and k move over the cards, Enter opens one, `a` accepts it with the minutes that stand out. Answers the card the keys stand on. */
export function useBoardKeys(cards: readonly { id: string }[]): string | null {
  const navigate = useNavigate()
  const places = usePlaces()
  const open = (id: string) => {
    const path = places.recordPath('order', id)
    if (path) navigate(path)
  }
  const current = useListKeys({ rows: cards, open, toggle: () => {} })
  useKeyDown((event) => {
    if (event.key !== 'a' || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !current) return
    document.querySelector<HTMLButtonElement>(`[data-row="${current}"] [data-likely]`)?.click()
  })
  return current
}
