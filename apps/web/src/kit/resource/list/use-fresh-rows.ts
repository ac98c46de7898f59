import { useEffect, useState } from 'react'
import type { BaseRow } from '../../row.ts'

type Freshness = ReadonlyMap<string, 'new' | 'changed'>
const shownMs = 1000

/** Rows that came or changed since the list was last drawn, for a second; none while another page or filter is shown (`listKey`). */
export function useFreshRows(rows: readonly BaseRow[] | undefined, listKey: string): Freshness {
  const [seen, setSeen] = useState<{ listKey: string; rows: readonly BaseRow[] }>({ listKey, rows: rows ?? [] })
  const [fresh, setFresh] = useState<Freshness>(new Map())
  if (rows && rows !== seen.rows) {
    setFresh(seen.listKey === listKey && seen.rows.length > 0 ? difference(seen.rows, rows) : new Map())
    setSeen({ listKey, rows })
  }
  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(new Map()), shownMs)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}

function difference(before: readonly BaseRow[], now: readonly BaseRow[]): Freshness {
  const versions = new Map(before.map(({ id, version }) => [id, version]))
  const fresh = new Map<string, 'new' | 'changed'>()
  for (const { id, version } of now) {
    const known = versions.get(id)
    if (known === undefined) fresh.set(id, 'new')
    else if (known !== version) fresh.set(id, 'changed')
  }
  return fresh
}
