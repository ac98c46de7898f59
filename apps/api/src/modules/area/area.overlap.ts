import type { Point } from '@larder/contract'

type Position = Readonly<Point>
type Edge = readonly [Position, Position]

/** Borders that people draw along each other never match to the metre: what lies this near to a border lies on it. In degrees, about a metre. */
const onBorder = 1e-5

/** What an area looks like on the map. */
export interface Outline {
  id: string
  name: string
  polygon: readonly Position[]
}

/** Which of some other areas share ground with a shape. */
export function overlapsOf(polygon: readonly Position[], others: readonly Outline[]): { id: string; name: string }[] {
  return others.filter((other) => shareGround(polygon, other.polygon)).map(({ id, name }) => ({ id, name }))
}

/**
 * Whether two simple shapes share ground. Shapes that only touch do not. If neither border runs through the inside of the other,
 * the shapes lie apart or are the same one.
 */
export function shareGround(a: readonly Position[], b: readonly Position[]): boolean {
  if (!boxesMeet(a, b)) return false
  return entersInside(a, b) || entersInside(b, a) || haveSameBorder(a, b)
}

/** Whether the border of `ring` runs through the inside of `other`: cut where it meets the other border, a piece has its middle inside. */
function entersInside(ring: readonly Position[], other: readonly Position[]): boolean {
  const borders = edgesOf(other)
  return edgesOf(ring).some((edge) => {
    const cuts = [0, ...borders.flatMap((border) => cutsOf(edge, border)), 1].sort((a, b) => a - b)
    return cuts.some((from, index) => isInside(borders, along(edge, (from + (cuts[index + 1] ?? from)) / 2)))
  })
}

function haveSameBorder(a: readonly Position[], b: readonly Position[]): boolean {
  const [edgesOfA, edgesOfB] = [edgesOf(a), edgesOf(b)]
  return a.every((point) => isOnBorder(edgesOfB, point)) && b.every((point) => isOnBorder(edgesOfA, point))
}

/** Where along `edge` (0 to 1) it meets `border`; of a border on the same line, where that begins and ends. */
function cutsOf(edge: Edge, border: Edge): number[] {
  const [way, wayOfBorder] = [wayOf(edge), wayOf(border)]
  const between = wayOf([edge[0], border[0]])
  const turn = cross(way, wayOfBorder)
  const cuts = turn === 0 ? border.map((corner) => shareAlong(edge, corner)) : [cross(between, wayOfBorder) / turn]
  return cuts.filter((cut) => cut > 0 && cut < 1)
}

function isInside(borders: readonly Edge[], point: Position): boolean {
  if (isOnBorder(borders, point)) return false
  const crossed = borders.filter(([from, to]) => {
    if (from.lat > point.lat === to.lat > point.lat) return false
    return point.lng < from.lng + ((point.lat - from.lat) / (to.lat - from.lat)) * (to.lng - from.lng)
  })
  return crossed.length % 2 === 1
}

function isOnBorder(borders: readonly Edge[], point: Position): boolean {
  return borders.some((border) => {
    const nearest = along(border, Math.min(1, Math.max(0, shareAlong(border, point))))
    return Math.hypot(nearest.lat - point.lat, nearest.lng - point.lng) < onBorder
  })
}

function boxesMeet(a: readonly Position[], b: readonly Position[]): boolean {
  return (['lat', 'lng'] as const).every((axis) => {
    const [ofA, ofB] = [a.map((point) => point[axis]), b.map((point) => point[axis])]
    return Math.min(...ofA) < Math.max(...ofB) && Math.min(...ofB) < Math.max(...ofA)
  })
}

function edgesOf(ring: readonly Position[]): Edge[] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length] ?? point])
}

function shareAlong(edge: Edge, point: Position): number {
  const [way, toPoint] = [wayOf(edge), wayOf([edge[0], point])]
  return (way.lat * toPoint.lat + way.lng * toPoint.lng) / (way.lat ** 2 + way.lng ** 2)
}

function along([from, to]: Edge, share: number): Position {
  return { lat: from.lat + share * (to.lat - from.lat), lng: from.lng + share * (to.lng - from.lng) }
}

function wayOf([from, to]: Edge): Position {
  return { lat: to.lat - from.lat, lng: to.lng - from.lng }
}

function cross(a: Position, b: Position): number {
  return a.lat * b.lng - a.lng * b.lat
}
