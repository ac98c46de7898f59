import { type KeyboardEvent, type PointerEvent, useState } from 'react'

interface Moving {
  /** Sets the list apart from others on the page. */
  list: string
  count: number
  /** Entries before it stay where they are. */
  first?: number
  move: (from: number, to: number) => void
}

/** Entries of a list that are moved by a handle: dragged, or by the arrow keys. Gives what the entries and their handles are drawn with. */
export function useMoving({ list, count, first = 0, move }: Moving) {
  const [dragged, setDragged] = useState<number | null>(null)
  const put = (from: number, to: number): boolean => {
    if (to < first || to >= count || to === from) return false
    move(from, to)
    return true
  }
  const dragOver = ({ clientX, clientY }: PointerEvent) => {
    const over = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(`[data-list="${list}"]`)?.dataset.index
    if (dragged !== null && over !== undefined && put(dragged, Number(over))) setDragged(Number(over))
  }
  return {
    dragged,
    entry: (index: number) => ({ 'data-list': list, 'data-index': index }),
    /** `acts` are those of further keys. */
    grip: (index: number, acts: Readonly<Record<string, () => void>> = {}) => ({
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(index)
      },
      onPointerMove: dragOver,
      onLostPointerCapture: () => setDragged(null),
      onKeyDown: (event: KeyboardEvent) => {
        const act = { ...acts, ArrowUp: () => put(index, index - 1), ArrowDown: () => put(index, index + 1) }[event.key]
        if (!act) return
        event.preventDefault()
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
