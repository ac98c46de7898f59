import { mostPlaces } from './menu-place.service.ts'

interface Placed {
  id: string
  sort: number
}

/**
 * The places of a list, in order, once one of it stands right behind another one, or before all: of those alone that get another place. Who
 * stands before stays, who is in the way goes on by one; where the places run out all of them are counted anew. Pure.
 */
export function placesAfter(rows: readonly Placed[], id: string, afterId: string | null): ReadonlyMap<string, number> {
  const others = rows.filter((row) => row.id !== id)
  const at = afterId === null ? 0 : others.findIndex((row) => row.id === afterId) + 1
  const moved = rows.find((row) => row.id === id)
  if (!moved || rows.indexOf(moved) === at) return new Map()
  const order = others.toSpliced(at, 0, moved)
  const places = order.map(({ sort }) => sort)
  for (let index = at; index < order.length; index++) {
    const least = (places[index - 1] ?? -1) + 1
    if (index > at && (places[index] ?? 0) >= least) break
    places[index] = least
  }
  const isFull = (places.at(-1) ?? 0) > mostPlaces
  return new Map(
    order.flatMap((row, index) => {
      const place = isFull ? index : (places[index] ?? 0)
      return place === row.sort ? [] : [[row.id, place]]
    }),
  )
}
