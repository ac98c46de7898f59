import { useState } from 'react'

export interface Selection {
  ids: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** As the row that was toggled last, all rows from there to this one. */
  toggleTo: (id: string) => void
  setAll: (isOn: boolean) => void
  /** Leaves exactly these. */
  keep: (ids: readonly string[]) => void
}

/** Ids chosen on the page that is shown; another page starts with none. */
export function useSelection(rows: readonly { id: string }[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string | null>(null)
  const placeOf = (id: string | null) => rows.findIndex((row) => row.id === id)
  const set = (changed: readonly string[], isOn: boolean) => {
    const next = new Set(ids)
    for (const id of changed) isOn ? next.add(id) : next.delete(id)
    setIds(next)
  }
  const toggle = (id: string) => {
    set([id], !ids.has(id))
    setLast(id)
  }
  return {
    ids: rows.filter(({ id }) => ids.has(id)).map(({ id }) => id),
    has: (id) => ids.has(id),
    toggle,
    toggleTo: (id) => {
      const [from, to] = [placeOf(last), placeOf(id)].toSorted((a, b) => a - b)
      if (last === null || from === undefined || to === undefined || from < 0) return toggle(id)
      const between = rows.slice(from, to + 1).map((row) => row.id)
      set(between, ids.has(last))
      setLast(id)
    },
    setAll: (isOn) => setIds(new Set(isOn ? rows.map(({ id }) => id) : [])),
    keep: (kept) => setIds(new Set(kept)),
  }
}
