import * as z from 'zod/mini'
import { text } from './text.ts'

// Nothing that would end the source in a page's policy, and no user before the host.
const address = /^(https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(\d{1,5}))?)\/[^\s;,'"\\]*$/i
const places = ['{z}', '{x}', '{y}']
const highestPort = 65_535

/** Where pictures of the ground are fetched from, by zoom, column and row: `https://tiles.example/{z}/{x}/{y}.png`; empty: from nowhere. */
export const MapTiles = text({ min: 0, max: 300 }).check(
  z.refine((value) => value === '' || (tileOrigin(value) !== null && places.every((place) => value.includes(place))), {
    error: 'must be an https:// address with {z}, {x} and {y} in it',
    abort: true,
  }),
)
export type MapTiles = z.infer<typeof MapTiles>

/** The origin that tiles come from; null where there are none. */
export function tileOrigin(tiles: MapTiles): string | null {
  const [, origin = null, port = '443'] = address.exec(tiles) ?? []
  return Number(port) > highestPort ? null : origin
}
