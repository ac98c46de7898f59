import type { Point } from '@larder/contract'
import { roundPoint } from '../../map/shapes.ts'

export function withPointAt(corners: readonly Point[], index: number, point: Point): Point[] {
  return corners.with(index, point)
}

export function withoutAt(corners: readonly Point[], index: number): Point[] {
  return corners.toSpliced(index, 1)
}

/** Halfway to the next corner. */
export function midpointAfter(corners: readonly Point[], index: number): Point {
  const a = corners[index] ?? { lat: 0, lng: 0 }
  const b = corners[(index + 1) % corners.length] ?? a
  // One corner alone gets its second a little aside, so that it can be seen and moved.
  const aside = corners.length === 1 ? 0.01 : 0
  return roundPoint({ lat: (a.lat + b.lat) / 2 + aside, lng: (a.lng + b.lng) / 2 + aside })
}

/** Where a new corner belongs: between the two corners that it lengthens the outline least. */
export function placeOfNew(corners: readonly Point[], point: Point): number {
  if (corners.length < 3) return corners.length
  let best = corners.length
  let least = Number.POSITIVE_INFINITY
  for (const [index, corner] of corners.entries()) {
    const next = corners[(index + 1) % corners.length] ?? corner
    const longer = length(corner, point) + length(point, next) - length(corner, next)
    if (longer < least) {
      least = longer
      best = index + 1
    }
  }
  return best
}

/** Flat distance in degrees of latitude: good enough to compare within a city. */
function length(a: Point, b: Point): number {
  return Math.hypot(a.lat - b.lat, (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180))
}
