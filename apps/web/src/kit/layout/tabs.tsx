import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import './tabs.css'

interface TabsProps {
  label: string
  tabs: readonly { value: string; label: ReactNode }[]
  /** The tab that is shown; false for none of them. */
  value: string | false
  onChange: (value: string) => void
}

/**
 * Views of one thing; what each shows is the caller's. Where not all of them fit, a button at that edge brings more; arrow keys reach all. Plain elements,
 * looked at once they are laid out: measuring ones cost a list two forced layouts.
 */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const reachable = tabs.some((tab) => tab.value === value) ? value : tabs[0]?.value
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    const at = all.indexOf(event.target as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }
  const list = useRef<HTMLDivElement>(null)
  const more = useMore(list, `${tabs.length} ${value}`)
  const scroll = (to: 1 | -1) => list.current?.scrollBy({ left: to * list.current.clientWidth * 0.8, behavior: 'smooth' })
  return (
    <div className="tabs-frame">
      {more.before && <button type="button" className="tabs-more before" tabIndex={-1} aria-hidden onClick={() => scroll(-1)} />}
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKey} onScroll={more.look}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            tabIndex={tab.value === reachable ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {more.after && <button type="button" className="tabs-more after" tabIndex={-1} aria-hidden onClick={() => scroll(1)} />}
    </div>
  )
}

/** At which edges there are more than fit; what is shown, by its key, is brought into sight. */
function useMore(list: RefObject<HTMLDivElement | null>, key: string) {
  const [edges, setEdges] = useState('')
  const look = () => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = list.current ?? {}
    setEdges(`${scrollLeft > 1 ? 'before' : ''} ${scrollLeft + clientWidth < scrollWidth - 1 ? 'after' : ''}`)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew for other tabs
  useEffect(() => {
    if (!list.current || !window.ResizeObserver) return
    const observer = new ResizeObserver(() => {
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      look()
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [key])
  return { before: edges.includes('before'), after: edges.includes('after'), look }
}
