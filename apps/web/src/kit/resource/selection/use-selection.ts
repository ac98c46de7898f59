import { use, useEffect, useState } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'

export interface Selection<R = unknown> {
  /** Those of the page that is shown. */
  ids: readonly string[]
  /** All of them in the order in which they were chosen, also those that new ones have since moved off the page: as they were when they were chosen. */
  rows: readonly R[]
  /** Whatever matches was chosen, on every page; until something is chosen otherwise. */
  isAll: boolean
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** As the row that was toggled last, all rows from there to this one. */
  toggleTo: (id: string) => void
  setAll: (isOn: boolean) => void
  /** Whatever matches, on every page. */
  chooseAll: () => void
  /** Leaves exactly these. */
  keep: (ids: readonly string[]) => void
}

interface Chosen<R> {
  page: string
  rows: ReadonlyMap<string, R>
  isAll: boolean
  last: string | null
}

/**
 * Rows chosen on the page that is shown; another `page`, by whatever tells it from others, starts with none. Whoever opens a record and comes
 * back finds them chosen still.
 */
export function useSelection<R extends { id: string }>(rows: readonly R[], page = ''): Selection<R> {
  const left = useLeft()
  const [chosen, setChosen] = useState<Chosen<R>>(() => none(page))
  const [back, setBack] = useState(left.read)
  if (chosen.page !== page) setChosen(none(page))
  if (back && rows.length > 0) {
    setBack(null)
    const known = rows.flatMap((row) => (back.ids.includes(row.id) ? [[row.id, row] as const] : []))
    if (back.page === page) setChosen({ ...back, rows: new Map(known) })
  }
  useEffect(() => {
    if (!back) left.keep(chosen)
  })
  const { isAll, last } = chosen
  const shown = new Map(rows.map((row) => [row.id, row]))
  const held = isAll ? shown : chosen.rows
  const choose = (ids: readonly string[], next: string | null = last) => {
    const known = ids.flatMap((id) => shown.get(id) ?? held.get(id) ?? [])
    setChosen({ page, rows: new Map(known.map((row) => [row.id, row])), isAll: false, last: next })
  }
  const set = (changed: readonly string[], isOn: boolean, next: string) => {
    const others = [...held.keys()].filter((id) => !changed.includes(id))
    choose(isOn ? [...others, ...changed] : others, next)
  }
  const toggle = (id: string) => set([id], !held.has(id), id)
  const placeOf = (id: string | null) => rows.findIndex((row) => row.id === id)
  return {
    ids: rows.filter(({ id }) => held.has(id)).map(({ id }) => id),
    rows: [...held].map(([id, row]) => shown.get(id) ?? row),
    isAll,
    has: (id) => held.has(id),
    toggle,
    toggleTo: (id) => {
      const [from, to] = [placeOf(last), placeOf(id)].toSorted((a, b) => a - b)
      if (last === null || from === undefined || to === undefined || from < 0) return toggle(id)
      const between = rows.slice(from, to + 1).map((row) => row.id)
      set(between, held.has(last), id)
    },
    setAll: (isOn) => choose(isOn ? [...shown.keys()] : []),
    chooseAll: () => setChosen({ ...none(page), isAll: true }),
    keep: (ids) => choose(ids),
  }
}

const none = (page: string) => ({ page, rows: new Map(), isAll: false, last: null })

/** What was chosen at the entry of the browser's history at which something last was. */
let left: (Omit<Chosen<never>, 'rows'> & { ids: readonly string[]; at: unknown; key: string }) | null = null

function useLeft() {
  const at = use(UNSAFE_DataRouterContext)?.router
  const { key } = useLocation()
  const isHere = () => left?.at === at && left?.key === key
  return {
    read: () => (isHere() ? left : null),
    keep: ({ rows, ...chosen }: Chosen<unknown>) => {
      if (chosen.isAll || rows.size > 0) left = { ...chosen, ids: [...rows.keys()], at, key }
      else if (isHere()) left = null
    },
  }
}
