import { useEffect } from 'react'

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/**
 * Keeps the keyboard's place: when what had the focus is gone or can't be used any more, the focus goes to what is left beside it (after *Undo*
 * to what was undone), or to the page's heading. Whoever lets it go on purpose, by a press beside everything, is left alone.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let last: HTMLElement | null = null
    let around: Element[] = []
    let frame = 0
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === document.body) return
      last = target
      around = ancestorsOf(target)
    }
    const look = () => {
      frame = 0
      const isLost = document.activeElement === document.body || document.activeElement === null
      if (!isLost || !last || (last.isConnected && !last.matches(':disabled'))) return
      const place = around.find((each) => each.isConnected && !each.contains(document.querySelector('main h1')))
      // What was undone can be done again: the likely act stands in the place of *Undo*, where it is the only one there.
      const likely = place && last.dataset.key === 'undo' ? place.querySelectorAll<HTMLElement>('[data-key="likely"]') : []
      const next = likely.length === 1 ? likely[0] : place?.querySelector<HTMLElement>(focusable)
      if (next) next.focus({ preventScroll: true })
      else focusHeading()
    }
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(look)
    })
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', remember)
    }
  }, [])
}

/** Puts the focus on the page's heading, so that a screen reader says where one is and the next Tab begins there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** A ref of the field that a page is for: it takes the focus from the heading, a frame later, and from nobody who went elsewhere. */
export function firstOfPage(field: HTMLElement | null): void {
  if (!field) return
  requestAnimationFrame(() => {
    const { activeElement: at } = document
    if (at === document.body || at?.matches('main, main h1')) field.focus()
  })
}

function ancestorsOf(element: Element): Element[] {
  const above = element.parentElement
  return above ? [above, ...ancestorsOf(above)] : []
}
