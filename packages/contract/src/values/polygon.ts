/** What geometry needs of a point: degrees. Arithmetic is on whole millionths, exact for shapes up to 60 degrees wide. */
export interface Position {
  readonly lat: number
  readonly lng: number
}
interface Cell {
  readonly x: number
  readonly y: number
}
type Edge = readonly [from: Cell, to: Cell]

/** The earth's mean radius. */
export const earthRadiusKm = 6371.0088
/** One degree in radians. */
export const degree = Math.PI / 180

/** Whether a ring of points (first not repeated) is a shape: at least three corners, an area, and no edge that meets another. */
export function isSimplePolygon(points: readonly Position[]): boolean {
  const edges = edgesOf(points)
  const [first, second] = edges
  if (!first || !second || edges.length < 3) return false
  // From four corners on, a spike, a corner twice or a flat ring makes two edges meet that are not neighbours.
  if (edges.length === 3) return cross(first[0], first[1], second[1]) !== 0
  return edges.every((edge, index) => {
    const last = index === 0 ? edges.length - 1 : edges.length
    return edges.slice(index + 2, last).every((other) => !edgesMeet(edge, other))
  })
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

function edgesOf(points: readonly Position[]): Edge[] {
  return pairsOf(points.map(cellOf))
}

function cellOf({ lat, lng }: Position): Cell {
  return { x: Math.round(lng * 1e6), y: Math.round(lat * 1e6) }
}

/** Above zero when `p` lies to the left of the way from `a` to `b`, zero when on its line. */
function cross(a: Cell, b: Cell, p: Cell): number {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
}

function isWithinBox(a: Cell, b: Cell, p: Cell): boolean {
  return Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y)
}

function edgesMeet([a, b]: Edge, [c, d]: Edge): boolean {
  const [sideC, sideD] = [Math.sign(cross(a, b, c)), Math.sign(cross(a, b, d))]
  const [sideA, sideB] = [Math.sign(cross(c, d, a)), Math.sign(cross(c, d, b))]
  if (sideC !== sideD && sideA !== sideB) return true
  const areOnOneLine = sideC === 0 && sideD === 0 && sideA === 0
  return areOnOneLine && (isWithinBox(a, b, c) || isWithinBox(a, b, d) || isWithinBox(c, d, a))
}
