import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { late } from '../late.tsx'
import './tabs.css'

const TabsMore = late(() => import('./tabs-more.tsx').then((module) => module.TabsMore))

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
  return (
    <div className="tabs-frame">
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
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
      <TabsMore list={list} shown={`${tabs.length} ${value}`} />
    </div>
  )
}
