import { useEffect, useState } from 'react'
import { useKeyDown } from '../use-key-down.ts'

interface ListKeys {
  rows: readonly { id: string }[]
  open: (id: string) => void
  toggle: (id: string) => void
}

/** j and k move, x selects, Enter opens, `/` searches. Answers the id of the row that the keys stand on. */
export function useListKeys({ rows, open, toggle }: ListKeys): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useKeyDown((event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
    const at = rows.findIndex(({ id }) => id === current)
    const act: Record<string, () => void> = {
      j: () => setCurrent(rows[Math.min(at + 1, rows.length - 1)]?.id ?? null),
      k: () => setCurrent(rows[Math.max(at - 1, 0)]?.id ?? null),
      x: () => current && toggle(current),
      '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    }
    const isOnRow = event.key === 'Enter' && current !== null && !isControl(event.target)
    const run = isOnRow ? () => open(current) : act[event.key]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (current) document.querySelector(`[data-row="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return current
}

/** Keys belong to whoever types, and to an open dialog or menu. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]') !== null
  )
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, [role="tab"], [role="combobox"]') !== null
}
