import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** As long as a hand needs to see that something else is under the pointer now. */
const guardedMs = 400

interface Guarded {
  /** What appears has come under the pointer by itself, and counts as moved. */
  isAllNew?: boolean
  /** Rows that a search or another order moves as well: whoever has moved the pointer since aims at what is there now. */
  isAimed?: boolean
}

/**
 * Keeps the second press of a double click, or one that was meant for what stood here before, from what slid under the pointer.
 * `elements` are the parts that move when others come and go; a press on one that moved less than 400 ms ago, or since the pointer
 * last moved, does nothing. Keys are not held back.
 */
export function usePressGuard(list: RefObject<HTMLElement | null>, elements: string, { isAllNew = false, isAimed = false }: Guarded = {}) {
  const seen = useRef(new WeakMap<Element, { top: number; movedAt: number }>())
  const pointerMovedAt = useRef(0)

  useLayoutEffect(() => {
    const origin = list.current?.getBoundingClientRect().top ?? 0
    for (const element of list.current?.querySelectorAll(elements) ?? []) {
      const top = Math.round(element.getBoundingClientRect().top - origin)
      const before = seen.current.get(element)
      if (before?.top !== top)
        seen.current.set(element, { top, movedAt: before || isAllNew ? performance.now() : Number.NEGATIVE_INFINITY })
    }
  })

  return {
    onPointerMoveCapture: () => {
      pointerMovedAt.current = performance.now()
    },
    onClickCapture: (event: MouseEvent) => {
      const element = event.target instanceof Element && event.target.closest(elements)
      const movedAt = (element && seen.current.get(element)?.movedAt) || Number.NEGATIVE_INFINITY
      const isByPointer = event.detail > 0
      const hasAimed = pointerMovedAt.current > movedAt
      const isMeant = (isAimed && hasAimed) || (performance.now() - movedAt > guardedMs && (event.detail < 2 || hasAimed))
      if (!isByPointer || isMeant) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
