import { useDeferredValue } from 'react'

/** Pixels, at least: of a row, and of what stands above the first one. */
const rowHeight = 44
const headHeight = 300

/** Those of a list's rows that are drawn: where it had none, the ones in sight first, and the others once those are painted. */
export function useDrawnRows<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  const drawn = useDeferredValue(rows?.length ?? 0, 0)
  const inSight = Math.ceil((window.innerHeight - headHeight) / rowHeight)
  return rows?.slice(0, Math.max(drawn, inSight))
}
