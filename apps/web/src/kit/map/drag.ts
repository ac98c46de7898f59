import type L from 'leaflet'
import { type DrawnMarker, type MapDrag, roundPoint } from './shapes.ts'

/** What stands on a map by the ids of its markers. */
export type DrawnMarkers = Map<string, { pin: L.Marker; given: DrawnMarker; look: string }>

/** What is under somebody's hand. It is neither moved nor drawn anew until it is let go. */
export class Hand {
  drag: MapDrag | null = null
  readonly #told: (drag: MapDrag | null) => void
  readonly #redraw: () => void
  #hovered: string | null = null

  /** `told`: with null, it was let go. `redraw`: what is hovered is another cluster, or nothing is held any more. */
  constructor(told: (drag: MapDrag | null) => void, redraw: () => void) {
    this.#told = told
    this.#redraw = redraw
  }

  holds(id: string): boolean {
    return this.drag?.held === id
  }
  /** The cluster that stands open as long as something that one of its markers takes is held there. */
  get hovered(): string | null {
    return this.#hovered
  }

  take(held: string): void {
    this.drag = { held, over: null }
    this.#told(this.drag)
  }
  move(over: string | null, hovered: string | null): void {
    if (this.drag && this.drag.over !== over) {
      this.drag = { ...this.drag, over }
      this.#told(this.drag)
    }
    if (this.#hovered === hovered) return
    this.#hovered = hovered
    this.#redraw()
  }
  /** What it is let go onto. */
  letGo(): string | null {
    const over = this.drag?.over ?? null
    this.drag = null
    this.#hovered = null
    this.#redraw()
    this.#told(null)
    return over
  }
}

/** Pixels around a marker within which another one is dropped onto it. */
const dropPixels = 24

/** Lets a marker be dragged: to another place, or onto another marker, after which it is where it was. */
export function letDrag(map: L.Map, drawn: DrawnMarkers, hand: Hand, id: string): void {
  const { pin } = drawn.get(id) ?? {}
  if (!pin) return
  pin.on('dragstart', () => {
    pin.setZIndexOffset(heldOffset)
    hand.take(id)
    mark(map, drawn, hand)
  })
  pin.on('drag', () => {
    const at = map.latLngToContainerPoint(pin.getLatLng())
    const near = nearestTaker(map, drawn, hand, at)
    hand.move(near?.count === undefined ? (near?.id ?? null) : null, hoveredAt(map, drawn, hand, { at, near }))
    mark(map, drawn, hand)
  })
  pin.on('dragend', () => {
    const given = drawn.get(id)?.given
    const point = roundPoint(pin.getLatLng())
    if (given?.drop) pin.setLatLng(given.point)
    const over = hand.letGo()
    mark(map, drawn, hand)
    if (!given?.drop) given?.onMove?.(point)
    else if (over !== null) given.drop.done(over)
  })
}

const heldOffset = 3000

/** Whether a marker, or one that stands in its cluster, takes what is held. */
function takes(drawn: DrawnMarkers, { drag }: Hand, { id, members }: DrawnMarker): boolean {
  const drop = drag && drawn.get(drag.held)?.given.drop
  return drag !== null && drop !== undefined && drop !== null && (members ?? [id]).some((each) => each !== drag.held && drop.takenBy(each))
}

function nearestTaker(map: L.Map, drawn: DrawnMarkers, hand: Hand, at: L.Point): DrawnMarker | undefined {
  const near = [...drawn.values()].flatMap(({ pin, given }) => {
    const far = at.distanceTo(map.latLngToContainerPoint(pin.getLatLng()))
    return far <= dropPixels && takes(drawn, hand, given) ? [{ given, far }] : []
  })
  return near.toSorted((a, b) => a.far - b.far)[0]?.given
}

/** The cluster to stand open: the one that is near, and the open one as long as its markers are; on the way to these one comes by others. */
function hoveredAt(map: L.Map, drawn: DrawnMarkers, { hovered }: Hand, { at, near }: { at: L.Point; near: DrawnMarker | undefined }) {
  const placeOf = ({ pin }: { pin: L.Marker }) => map.latLngToContainerPoint(pin.getLatLng())
  const open = drawn.get(hovered ?? '')
  const other = near?.count === undefined ? undefined : drawn.get(near.id)
  if (open && other !== open) {
    const fan = [...drawn.values()].filter(({ given }) => given.isFanned)
    const reach = Math.max(...fan.map((each) => placeOf(each).distanceTo(placeOf(open))))
    const isMeant = other !== undefined && at.distanceTo(placeOf(other)) <= meantPixels
    if (!isMeant && at.distanceTo(placeOf(open)) <= reach + dropPixels) return hovered
  }
  return other ? other.given.id : null
}

/** Pixels around the middle of another cluster within which it is meant although one stands open. */
const meantPixels = 8

/** What takes what is held stands out, and most of all what it would be let go onto. */
function mark(map: L.Map, drawn: DrawnMarkers, hand: Hand): void {
  const { drag } = hand
  const isDrop = drag !== null && drawn.get(drag.held)?.given.drop !== undefined
  map.getContainer().classList.toggle('map-dropping', isDrop)
  for (const { pin, given } of drawn.values()) {
    const looks = pin.getElement()?.classList
    looks?.toggle('map-held', hand.holds(given.id))
    looks?.toggle('map-taker', isDrop && takes(drawn, hand, given))
    looks?.toggle('map-over', isDrop && drag?.over === given.id)
  }
}
