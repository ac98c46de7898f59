import { useEffect, useState } from 'react'
import { useKeyDown } from '../use-key-down.ts'

interface ListKeys {
  rows: readonly { id: string }[]
  open: (id: string) => void
  /** Null where nothing can be done with selected rows. */
  toggle: ((id: string) => void) | null
}

/** j and k move (on a row the arrows too), x selects, Enter opens, `/` searches. Answers the id of the row that the keys stand on. */
export function useListKeys({ rows, open, toggle }: ListKeys): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useKeyDown((event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
    const at = rows.findIndex(({ id }) => id === current)
    const down = () => setCurrent(rows[Math.min(at + 1, rows.length - 1)]?.id ?? null)
    const up = () => setCurrent(rows[Math.max(at - 1, 0)]?.id ?? null)
    const act: Record<string, () => void> = {
      j: down,
      k: up,
      ...(isRow(event.target) && { ArrowDown: down, ArrowUp: up }),
      ...(current && toggle && { x: () => toggle(current) }),
      '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    }
    const isOnRow = event.key === 'Enter' && current !== null && !isControl(event.target)
    const run = isOnRow ? () => open(current) : act[event.key]
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!current) return
    const row = document.querySelector<HTMLElement>(`[data-row="${current}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.focus({ preventScroll: true })
  }, [current])
  return current
}

function isRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.row !== undefined
}

/** Keys belong to whoever types, and to an open dialog or menu. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  )
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, input, [role="tab"], [role="combobox"]') !== null
}
