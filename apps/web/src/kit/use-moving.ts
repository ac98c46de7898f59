import { type KeyboardEvent, type PointerEvent, useState } from 'react'

interface Moving {
  /** Sets the list apart from others on the page. */
  list: string
  count: number
  /** Entries before it stay where they are. */
  first?: number
  move: (from: number, to: number) => void
  /** It is moved where it is let go, not along with the hand: others are told of each move. */
  waits?: boolean
}

/**
 * Entries of a list that are moved by a handle: dragged by mouse or finger, where Escape puts it back, or by the arrow keys. Gives what the
 * entries and their handles are drawn with.
 */
export function useMoving({ list, count, first = 0, move, waits = false }: Moving) {
  const [drag, setDrag] = useState<{ from: number; at: number } | null>(null)
  const isPlace = (to: number) => to >= first && to < count
  const dragOver = ({ clientX, clientY }: PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(`[data-list="${list}"]`)?.dataset.index
    const to = Number(over)
    if (!drag || over === undefined || !isPlace(to) || to === drag.at) return
    if (!waits) move(drag.at, to)
    setDrag({ ...drag, at: to })
  }
  const end = (isMeant: boolean) => {
    if (drag && drag.at !== drag.from) {
      if (waits && isMeant) move(drag.from, drag.at)
      if (!waits && !isMeant) move(drag.at, drag.from)
    }
    setDrag(null)
  }
  return {
    dragged: drag && (waits ? drag.from : drag.at),
    /** Where it would be let go, and on which side of what stands there. */
    target: drag && waits && drag.at !== drag.from ? { index: drag.at, side: drag.at < drag.from ? 'before' : 'after' } : null,
    entry: (index: number) => ({ 'data-list': list, 'data-index': index }),
    /** `acts` are those of further keys. */
    grip: (index: number, acts: Readonly<Record<string, () => void>> = {}) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.focus()
        setDrag({ from: index, at: index })
      },
      onPointerMove: dragOver,
      onPointerCancel: () => end(false),
      onLostPointerCapture: () => end(true),
      onKeyDown: (event: KeyboardEvent) => {
        const put = (to: number) => isPlace(to) && !drag && move(index, to)
        const keys = { ...acts, ArrowUp: () => put(index - 1), ArrowDown: () => put(index + 1), ...(drag && { Escape: () => end(false) }) }
        const act = (keys as Record<string, (() => void) | undefined>)[event.key]
        if (!act) return
        event.preventDefault()
        event.stopPropagation()
        act()
      },
    }),
  }
}

/** The entries with one of them at another place; past either end it stays at that end. */
export function withMoved<T>(entries: readonly T[], from: number, to: number): T[] {
  const place = Math.min(Math.max(to, 0), entries.length - 1)
  return entries.toSpliced(from, 1).toSpliced(place, 0, ...entries.slice(from, from + 1))
}
