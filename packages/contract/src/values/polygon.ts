/** What geometry needs of a point: degrees. Arithmetic is on whole millionths, exact for shapes up to 60 degrees wide. */
export interface Position {
  readonly lat: number
  readonly lng: number
}
interface Cell {
  readonly x: number
  readonly y: number
}

/** The earth's mean radius. */
export const earthRadiusKm = 6371.0088
/** One degree in radians. */
export const degree = Math.PI / 180

/** Whether a ring of points (first not repeated) is a shape: at least three corners, an area, and no edge that meets another. */
export function isSimplePolygon(points: readonly Position[]): boolean {
  const edges = edgesOf(points)
  if (edges.length < 3) return false
  return edges.every(([a, b], i) =>
    edges.every(([c, d], j) => {
      if (j <= i) return a.x !== b.x || a.y !== b.y
      if (j === i + 1) return !turnsBack(a, b, d)
      if (i === 0 && j === edges.length - 1) return !turnsBack(c, a, b)
      return !segmentsMeet(a, b, c, d)
    }),
  )
}

/** Whether a point lies within a ring or on its edge. */
export function polygonContains(polygon: readonly Position[], point: Position): boolean {
  const p = cellOf(point)
  let inside = false
  for (const [a, b] of edgesOf(polygon)) {
    const side = cross(a, b, p)
    if (side === 0 && isWithinBox(a, b, p)) return true
    if (a.y > p.y !== b.y > p.y && side < 0 === a.y > b.y) inside = !inside
  }
  return inside
}

/** The area of a ring on the sphere, in square kilometres. */
export function polygonAreaKm2(points: readonly Position[]): number {
  const excess = pairsOf(points).reduce(
    (sum, [a, b]) => sum + (b.lng - a.lng) * degree * (2 + Math.sin(a.lat * degree) + Math.sin(b.lat * degree)),
    0,
  )
  return Math.abs((excess * earthRadiusKm ** 2) / 2)
}

/** The centre of gravity of a ring, for a label or the map's middle; of a bent shape it may lie outside. */
export function polygonCentre(points: readonly Position[]): { lat: number; lng: number } {
  const first = points[0]
  if (!first) throw new RangeError('a polygon without points has no centre')
  let [area, lat, lng] = [0, 0, 0]
  for (const [a, b] of pairsOf(points)) {
    // Relative to the first point, where the products of nearby coordinates keep their digits.
    const [ax, ay, bx, by] = [a.lng - first.lng, a.lat - first.lat, b.lng - first.lng, b.lat - first.lat]
    const weight = ax * by - bx * ay
    area += weight
    lat += (ay + by) * weight
    lng += (ax + bx) * weight
  }
  return area === 0 ? first : { lat: first.lat + lat / (3 * area), lng: first.lng + lng / (3 * area) }
}

function pairsOf<T>(ring: readonly T[]): [T, T][] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length] ?? point])
}

function edgesOf(points: readonly Position[]): [Cell, Cell][] {
  return pairsOf(points.map(cellOf))
}

function cellOf({ lat, lng }: Position): Cell {
  return { x: Math.round(lng * 1e6), y: Math.round(lat * 1e6) }
}

/** Above zero when `p` lies to the left of the way from `a` to `b`, zero when on its line. */
function cross(a: Cell, b: Cell, p: Cell): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
}

/** Whether the way over `corner` runs back over itself. */
function turnsBack(from: Cell, corner: Cell, to: Cell): boolean {
  const ahead = (corner.x - from.x) * (to.x - corner.x) + (corner.y - from.y) * (to.y - corner.y)
  return cross(from, corner, to) === 0 && ahead <= 0
}

function isWithinBox(a: Cell, b: Cell, p: Cell): boolean {
  return Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y)
}

function segmentsMeet(a: Cell, b: Cell, c: Cell, d: Cell): boolean {
  const [sideC, sideD, sideA, sideB] = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)].map(Math.sign)
  if (sideC !== sideD && sideA !== sideB) return true
  const touches = (side: number | undefined, from: Cell, to: Cell, p: Cell) => side === 0 && isWithinBox(from, to, p)
  return touches(sideC, a, b, c) || touches(sideD, a, b, d) || touches(sideA, c, d, a) || touches(sideB, c, d, b)
}
