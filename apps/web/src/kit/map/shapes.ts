import type { Point } from '@larder/contract'

export interface MapMarker {
  id: string
  point: Point
  kind: 'store' | 'customer' | 'rider' | 'corner'
  label: string
  /** A position that is older than it should be. */
  isStale?: boolean
  /** A square with an exclamation mark instead of a disc with a letter: what is late, without telling it by colour alone. */
  isLate?: boolean
  /** It has a ring. */
  isChosen?: boolean
  /** Given, it can be pressed; the keyboard does so in the table beside the map, and never stops at hundreds of them. */
  onPress?: () => void
  /** Given, it can be dragged. */
  onMove?: (point: Point) => void
  /** Given, it can be dragged onto another marker, by that one's id, and goes back where it was. */
  drop?: { takenBy: (id: string) => boolean; done: (id: string) => void }
}

/** A marker as it is drawn: itself, or one in the place of many. */
export interface DrawnMarker extends Omit<MapMarker, 'kind'> {
  kind: MapMarker['kind'] | 'cluster'
  /** Of a cluster, how many it stands for and which, and whether they stand around it. */
  count?: number
  members?: readonly string[]
  isOpen?: boolean
  /** It stands around its cluster: the keyboard comes to it. */
  isFanned?: boolean
}

/** What is dragged on a map, by the ids of its markers: what is held, and over what it is that takes it. */
export interface MapDrag {
  held: string
  over: string | null
}

export interface MapPolygon {
  id: string
  points: readonly Point[]
  label: string
  tone?: 'accent' | 'muted' | 'warning'
  /** Its name stands on it, for orientation. */
  isNamed?: boolean
}

/** A place behind what is drawn, for orientation: nothing happens to it. A locality has its name beside it. */
export interface MapDot {
  id: string
  point: Point
  kind: 'store' | 'locality'
  label: string
}

export interface MapLine {
  id: string
  points: readonly Point[]
  label: string
  /** Dashed: where it should go, not where it went. */
  isPlanned?: boolean
}

/** What a map shows. It needs no tiles: shapes stand on a plain ground with degrees and a scale. */
export interface MapShapes {
  label: string
  height?: number
  markers?: readonly MapMarker[]
  polygons?: readonly MapPolygon[]
  lines?: readonly MapLine[]
  dots?: readonly MapDot[]
  onClick?: (point: Point) => void
  /** What is dragged onto what, each time that it becomes another one; null once it is let go. */
  onDrag?: (drag: MapDrag | null) => void
  /** What the view shows at first; then it stays as somebody moved it, whatever comes and goes. Without it the view follows what is drawn. */
  frame?: readonly Point[]
  /** Brought into sight when it becomes another one. */
  sight?: Point | undefined
  /** The middle of the view, each time that it is asked for anew. */
  centre?: { point: Point; asked: number } | undefined
  /** Markers that would hide each other are drawn as one with their number. */
  isClustered?: boolean
}

/** A click or a drag as a point of at most six decimals: a tenth of a metre. */
export function roundPoint({ lat, lng }: Point): Point {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lat: round(lat), lng: round(lng) }
}
