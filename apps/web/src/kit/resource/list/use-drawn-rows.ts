import { useDeferredValue } from 'react'
import type { Density } from '../views/use-list-preferences.ts'

/** Pixels: of a row of a table, and at least of what stands above the first one. A card is higher. */
const rowHeights: Readonly<Record<Density, number>> = { comfortable: 44, compact: 36 }
const headHeight = 300

/** Those of a list's rows that are drawn: where it had none, the ones in sight first, and the others once those are painted. */
export function useDrawnRows<Row>(rows: readonly Row[] | undefined, density: Density): readonly Row[] | undefined {
  const drawn = useDeferredValue(rows?.length ?? 0, 0)
  const inSight = Math.ceil((window.innerHeight - headHeight) / rowHeights[density])
  return rows?.slice(0, Math.max(drawn, inSight))
}
