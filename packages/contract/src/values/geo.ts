import * as z from 'zod/mini'
import { degree, earthRadiusKm, isSimplePolygon, type Position } from './polygon.ts'

function degrees(limit: number, name: string) {
  const error = `must be a ${name} from -${limit} to ${limit}`
  // Six decimals are 11 cm; adding zero turns -0 into 0.
  return z.number(error).check(
    z.minimum(-limit, error),
    z.maximum(limit, error),
    z.overwrite((value) => Math.round(value * 1e6) / 1e6 + 0),
  )
}

/** A place on earth, WGS 84 degrees, kept to six decimals. */
export const Point = z.strictObject({ lat: degrees(90, 'latitude'), lng: degrees(180, 'longitude') })
export type Point = z.infer<typeof Point>

/** The corners of an area in order, 3 to 200, whose edges do not cross. The first is not repeated: a repeated last corner is dropped. */
export const Polygon = z.array(Point, 'must be a list of points').check(
  z.maxLength(201, { error: 'has too many corners: at most 200', abort: true }),
  z.overwrite(openRing),
  z.minLength(3, { error: 'needs at least three corners', abort: true }),
  z.maxLength(200, { error: 'has too many corners: at most 200', abort: true }),
  z.refine((points: Point[]) => isSimplePolygon(points), 'has edges that cross or touch'),
)
export type Polygon = z.infer<typeof Polygon>

/** The way over the earth as a bird flies, in kilometres. */
export function distanceKm(a: Position, b: Position): number {
  const [latA, latB] = [a.lat * degree, b.lat * degree]
  const half = Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(((b.lng - a.lng) * degree) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(half)))
}

const kmPerHour = 20

/** Whole minutes that a rider needs for a distance as a bird flies, in a city. */
export function roadMinutes(km: number): number {
  return Math.ceil((km * 60) / kmPerHour)
}

export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** The smallest box around points, in degrees; null without points. */
export function boundsOf(points: readonly Position[]): Bounds | null {
  if (points.length === 0) return null
  const [lats, lngs] = [points.map((point) => point.lat), points.map((point) => point.lng)]
  return { south: Math.min(...lats), west: Math.min(...lngs), north: Math.max(...lats), east: Math.max(...lngs) }
}

function openRing(points: Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = points.length > 3 && first?.lat === last?.lat && first?.lng === last?.lng
  return isClosed ? points.slice(0, -1) : points
}
