import { type RefObject, useEffect, useState } from 'react'
import './tabs-more.css'

interface TabsMoreProps {
  list: RefObject<HTMLElement | null>
  /** Another word once other tabs are shown, or another one of them is chosen. */
  shown: string
}

/** Where not all tabs fit, a button at that edge brings more; the one that is chosen is brought into sight. */
export function TabsMore({ list, shown }: TabsMoreProps) {
  const [edges, setEdges] = useState({ before: false, after: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew for other tabs
  useEffect(() => {
    const { current } = list
    if (!current || !window.ResizeObserver) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current
      setEdges({ before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 })
    }
    const observer = new ResizeObserver(() => {
      const chosen = current.querySelector('[aria-selected="true"]')
      if (chosen) bringIntoSight(current, chosen)
      look()
    })
    observer.observe(current)
    current.addEventListener('scroll', look)
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [list, shown])
  const scroll = (to: 1 | -1) => list.current?.scrollBy({ left: to * list.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <>
      {edges.before && <button type="button" className="tabs-more before" tabIndex={-1} aria-hidden onClick={() => scroll(-1)} />}
      {edges.after && <button type="button" className="tabs-more after" tabIndex={-1} aria-hidden onClick={() => scroll(1)} />}
    </>
  )
}

/** Along the tabs alone: the page stays where it is. */
function bringIntoSight(list: HTMLElement, tab: Element): void {
  const [edge, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left < edge.left) list.scrollLeft += own.left - edge.left
  else if (own.right > edge.right) list.scrollLeft += own.right - edge.right
}
