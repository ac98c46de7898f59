import { useState } from 'react'

/** Ids chosen on the page that is shown; another page starts with none. */
export function useSelection(rows: readonly { id: string }[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  return {
    ids: chosen,
    has: (id: string) => ids.has(id),
    toggle: (id: string) =>
      setIds((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    setAll: (isOn: boolean) => setIds(new Set(isOn ? rows.map(({ id }) => id) : [])),
  }
}
