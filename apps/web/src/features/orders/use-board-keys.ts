import { useNavigate } from 'react-router'
import { usePlaces } from '#kit/access/places.tsx'
import { usePressKeys } from '#kit/actions/action-bar.tsx'
import { useListKeys } from '#kit/resource/use-list-keys.ts'

/** The keys move over the cards, open one, do its likely act and reject it. Answers the card they stand on. */
export function useBoardKeys(cards: readonly { id: string }[]): string | null {
  const navigate = useNavigate()
  const places = usePlaces()
  const open = (id: string) => {
    const path = places.recordPath('order', id)
    if (path) navigate(path)
  }
  const current = useListKeys({ rows: cards, open, toggle: () => {} })
  usePressKeys(() => (current === null ? null : document.querySelector(`[data-row="${current}"]`)))
  return current
}
