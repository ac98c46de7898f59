import type { Point } from '@larder/contract'
import L from 'leaflet'
import type { Hand } from './drag.ts'
import type { DrawnMarker, MapMarker } from './shapes.ts'

/** Nearer to each other than this, in pixels, markers hide each other: they are drawn as one. */
export const clusterPixels = 30
/** So far from each other are those that stand around their cluster. */
const fanPixels = 28

interface Spot {
  x: number
  y: number
}

/**
 * Spots that would hide each other, together: each group stands where the first of it does, and no two groups nearer than `clusterPixels`.
 * Every spot is in one group. It takes a look at each spot's neighbours alone, however many there are. Pure.
 */
export function clustersOf<S extends Spot>(spots: readonly S[]): [S, ...S[]][] {
  const cells = new Map<string, [S, ...S[]][]>()
  const cellOf = (at: number) => Math.floor(at / clusterPixels)
  const groups: [S, ...S[]][] = []
  for (const spot of spots) {
    const [column, row] = [cellOf(spot.x), cellOf(spot.y)]
    const near = around.flatMap(([dx, dy]) => cells.get(`${column + dx} ${row + dy}`) ?? [])
    const group = near.find(([first]) => Math.hypot(first.x - spot.x, first.y - spot.y) < clusterPixels)
    if (group) {
      group.push(spot)
      continue
    }
    const own: [S, ...S[]] = [spot]
    groups.push(own)
    const key = `${column} ${row}`
    cells.set(key, [...(cells.get(key) ?? []), own])
  }
  return groups
}

const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))

/** Where so many stand around a point without hiding each other or what stands there: rings, in pixels from it, of what `fits`. Pure. */
export function fanOf(count: number, fits: (spot: Spot) => boolean = () => true): Spot[] {
  const spots: Spot[] = []
  for (let ring = 1; spots.length < count; ring++) {
    const radius = ring * (clusterPixels + 4)
    const most = Math.floor(Math.PI / Math.asin(fanPixels / 2 / radius))
    const left = count - spots.length
    const even = spread(Math.min(most, left), radius)
    const isWhole = ring > mostRings || even.every(fits)
    spots.push(...(isWhole ? even : spread(most, radius).filter(fits).slice(0, left)))
  }
  return spots
}

/** Further out nothing is looked for that fits. */
const mostRings = 20

function spread(count: number, radius: number): Spot[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (at / count) * 2 * Math.PI - Math.PI / 2
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
  })
}

/** Which cluster's markers stand around it, by its id; null where none's do. */
export interface Fanned {
  id: string | null
}

interface Gathering {
  fanned: Fanned
  /** What is under it stays where that is, and opens the cluster that it is held over. */
  hand: Hand
  /** Draws anew. */
  redraw: () => void
}

/** What of many markers is drawn at a map's scale: one with their number in the place of those that would hide each other. What is chosen stands by itself. */
export function gathered(map: L.Map, markers: readonly MapMarker[], { fanned, hand, redraw }: Gathering): DrawnMarker[] {
  const isApart = ({ isChosen, id }: MapMarker) => isChosen === true || hand.holds(id)
  const at = (zoom: number) => (marker: MapMarker) => ({ marker, ...pixelsOf(map, marker, zoom) })
  const groups = clustersOf(markers.filter((marker) => !isApart(marker)).map(at(map.getZoom())))
  return [
    ...markers.filter(isApart),
    ...groups.flatMap((group): DrawnMarker[] => {
      const [first] = group
      const members = group.map(({ marker }) => marker)
      if (members.length === 1) return members
      const id = `cluster ${first.marker.id}`
      const isOpen = fanned.id === id || hand.hovered === id
      const onPress = () => {
        // Markers of one place stand in one at any scale.
        const parts = clustersOf(members.map(at(map.getMaxZoom())))
        if (parts.length > 1) map.fitBounds(boundsOf(members), { padding: [48, 48], animate: false })
        else {
          fanned.id = isOpen ? null : id
          if (!isOpen) showFan(map, first.marker.point, members.length)
          redraw()
        }
      }
      const isLate = members.some((member) => member.isLate)
      const cluster = { id, point: first.marker.point, kind: 'cluster' as const, label: labelOf(members), isLate, onPress }
      const ids = members.map((member) => member.id)
      return [{ ...cluster, count: members.length, members: ids, isOpen }, ...(isOpen ? fannedOut(map, first, members) : [])]
    }),
  ]
}

/** Brings all that stands around a place into sight, where it stands near the edge. */
function showFan(map: L.Map, { lat, lng }: Point, count: number): void {
  const reach = Math.max(...fanOf(count).map(({ x, y }) => Math.hypot(x, y))) + clusterPixels
  map.panInside([lat, lng], { padding: [reach, reach], animate: false })
}

/** Around a place in sight all stand in sight: who holds something over it comes to each, and the map does not move away under that. */
function fannedOut(map: L.Map, { x, y }: Spot, members: readonly MapMarker[]): DrawnMarker[] {
  const { min, max } = map.getPixelBounds()
  const isSeen = (spot: Spot, from: number) =>
    min !== undefined &&
    max !== undefined &&
    spot.x >= min.x + from &&
    spot.x <= max.x - from &&
    spot.y >= min.y + from &&
    spot.y <= max.y - from
  const isInSight = isSeen({ x, y }, 0)
  const spots = fanOf(members.length, (by) => !isInSight || isSeen({ x: x + by.x, y: y + by.y }, edgePixels))
  return members.map((member, at) => {
    const { lat, lng } = map.unproject(L.point(x + (spots[at]?.x ?? 0), y + (spots[at]?.y ?? 0)))
    return { ...member, point: { lat, lng }, isFanned: true }
  })
}

/** A marker nearer to the edge is cut, and what is held over it would move the map. */
const edgePixels = 16

function pixelsOf(map: L.Map, { point: { lat, lng } }: MapMarker, zoom: number): Spot {
  const { x, y } = map.project([lat, lng], zoom)
  return { x, y }
}

function boundsOf(markers: readonly MapMarker[]): L.LatLngBounds {
  return L.latLngBounds(markers.map(({ point: { lat, lng } }) => [lat, lng] as const))
}

const mostNamed = 5

/** `7 here: FTK-1, FTK-2, FTK-3, Arun, Binu and 2 more`. */
function labelOf(members: readonly MapMarker[]): string {
  const named = members.slice(0, mostNamed).map(({ label }) => label)
  const more = members.length - named.length
  return `${members.length} here: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
