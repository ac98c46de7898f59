import type { KeyboardEvent, ReactNode } from 'react'
import './tabs.css'

interface TabsProps {
  label: string
  tabs: readonly { value: string; label: ReactNode }[]
  /** The tab that is shown; false for none of them. */
  value: string | false
  onChange: (value: string) => void
}

/** Views of one thing; what each shows is the caller's. Plain elements: measuring ones cost a list two forced layouts. */
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
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
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
  )
}
