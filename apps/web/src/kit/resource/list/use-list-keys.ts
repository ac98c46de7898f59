import { useEffect, useState } from 'react'
import { useKey } from '../../keys.ts'

interface ListKeys {
  rows: readonly { id: string }[]
  open: (id: string) => void
  /** Null where nothing can be done with selected rows. */
  toggle: ((id: string) => void) | null
}

/** j and k move (on a row the arrows too), x selects, Enter opens, `/` searches. Answers the id of the row that the keys stand on. */
export function useListKeys({ rows, open, toggle }: ListKeys): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const at = rows.findIndex(({ id }) => id === current)
  const down = () => setCurrent(rows[Math.min(at + 1, rows.length - 1)]?.id ?? null)
  const up = () => setCurrent(rows[Math.max(at - 1, 0)]?.id ?? null)
  useKey('next', down)
  useKey('previous', up)
  useKey('below', down)
  useKey('above', up)
  useKey('select', toggle && current ? () => toggle(current) : null)
  useKey('search', () => document.querySelector<HTMLInputElement>('.search > input')?.focus())
  useKey('open', current === null ? null : () => open(current))
  useEffect(() => {
    if (!current) return
    const row = document.querySelector<HTMLElement>(`[data-row="${current}"]`)
    row?.scrollIntoView({ block: 'nearest' })
    row?.focus({ preventScroll: true })
  }, [current])
  return current
}
