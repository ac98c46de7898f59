import { type Point, polygonCentre } from '@larder/contract'
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { type DrawnMarkers, type Hand, letDrag } from './drag.ts'
import { drawGround } from './ground.ts'
import { type DrawnMarker, type MapShapes, roundPoint } from './shapes.ts'

/** A map on its ground. Leaflet's own controls are left out: they are made of HTML text, which the page's policy refuses. */
export function createMap(element: HTMLElement, ground: { tiles: string; credit: string }, onClick: (point: Point) => void): L.Map {
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: false,
    maxZoom: 18,
    minZoom: 3,
    zoomSnap: 0.25,
    scrollWheelZoom: false,
  })
  map.createPane('ground').style.zIndex = '350'
  map.createPane('dots').style.zIndex = '440'
  map.createPane('names').style.zIndex = '450'
  map.setView([0, 0], 3)
  drawGround(map, ground)
  map.on('click', (event) => onClick(roundPoint(event.latlng)))
  return map
}

/** Takes a map away. A window that changed its size a moment ago, and a zoom that is still moving, end after that, when there is nothing left to draw on. */
export function removeMap(map: L.Map): void {
  map.off('moveend resize')
  // Leaflet ends a zoom by a timer that it does not clear, and asks this alone.
  Object.assign(map, { _animatingZoom: false })
  map.remove()
}

/** Draws everything but the markers; answers how to take it away again. */
export function drawShapes(
  map: L.Map,
  { polygons = [], lines = [], dots = [] }: MapShapes,
  colours: Record<'accent' | 'muted' | 'warning', string>,
) {
  const layer = L.layerGroup().addTo(map)
  const names: [L.Marker, readonly Point[]][] = []
  for (const { points, tone = 'accent', label, isNamed } of polygons) {
    L.polygon(points.map(latLng), { color: colours[tone], weight: 2, fillOpacity: 0.12 }).bindTooltip(nodeOf(label)).addTo(layer)
    if (isNamed) names.push([nameAt(polygonCentre([...points]), label, 'map-area-name').addTo(layer), points])
  }
  for (const { point, kind, label } of dots) {
    const look = kind === 'store' ? { radius: 3, fillOpacity: 0.9, weight: 0 } : { radius: 4, fillOpacity: 0, weight: 1.5 }
    L.circleMarker(latLng(point), { ...look, color: colours.muted, pane: 'dots', interactive: false }).addTo(layer)
    if (kind === 'locality') nameAt(point, label, 'map-locality-name').addTo(layer)
  }
  for (const { points, isPlanned, label } of lines) {
    L.polyline(points.map(latLng), { color: isPlanned ? colours.muted : colours.accent, weight: 3, ...(isPlanned && { dashArray: '6 6' }) })
      .bindTooltip(nodeOf(label))
      .addTo(layer)
  }
  const placeNames = () => {
    for (const [name, points] of names) name.setLatLng(centreInSight(map, points))
  }
  placeNames()
  map.on('moveend resize', placeNames)
  return () => {
    map.off('moveend resize', placeNames)
    layer.remove()
  }
}

/** The middle of what is seen of an area, for its name; its own middle where nothing of it is in sight. */
function centreInSight(map: L.Map, points: readonly Point[]): L.LatLng {
  const seen = L.PolyUtil.clipPolygon(
    points.map((each) => map.latLngToContainerPoint(latLng(each))),
    L.bounds([0, 0], map.getSize()),
  )
  if (seen.length < 3) return L.latLng(latLng(polygonCentre([...points])))
  const corners = seen.map((each) => map.containerPointToLatLng(each))
  return L.latLng(latLng(polygonCentre(corners)))
}

/** Makes the markers on the map those that are given. One that stays is never drawn anew: it may be under somebody's hand. */
export function drawMarkers(map: L.Map, drawn: DrawnMarkers, hand: Hand, markers: readonly DrawnMarker[]): void {
  const wanted = new Set(markers.map(({ id }) => id))
  for (const [id, { pin }] of drawn) {
    if (wanted.has(id) || hand.holds(id)) continue
    if (hasFocus(pin)) map.getContainer().focus({ preventScroll: true })
    pin.remove()
    drawn.delete(id)
  }
  for (const given of markers) {
    const { id, point, kind, label, isStale, isLate, isChosen, count, isOpen, isFanned, onMove, drop } = given
    const acts = [onMove !== undefined, drop !== undefined]
    const look = JSON.stringify([kind, label, isStale, isLate, isChosen, count, isOpen, isFanned, acts])
    const before = drawn.get(id)
    if (before && hand.holds(id)) {
      before.given = given
      continue
    }
    if (before?.look === look) {
      if (before.given.point.lat !== point.lat || before.given.point.lng !== point.lng) before.pin.setLatLng(latLng(point))
      before.given = given
      continue
    }
    const isFocused = before !== undefined && hasFocus(before.pin)
    before?.pin.remove()
    const pin = pinOf(given)
    const press = () => drawn.get(id)?.given.onPress?.()
    pin.on('click', press)
    pin.on('keypress', ({ originalEvent: { key } }: L.LeafletKeyboardEvent) => key === 'Enter' && press())
    drawn.set(id, { pin: pin.addTo(map), given, look })
    letDrag(map, drawn, hand, id)
    // The sign in it is no name.
    if (pin.options.keyboard) pin.getElement()?.setAttribute('aria-label', label)
    if (isFocused) pin.getElement()?.focus({ preventScroll: true })
  }
}

function hasFocus(pin: L.Marker): boolean {
  return pin.getElement() === document.activeElement
}

function pinOf(given: DrawnMarker): L.Marker {
  const { point, kind, label, isStale, isLate, isChosen, isOpen, isFanned, onPress, onMove, drop } = given
  const size = kind === 'corner' ? 14 : kind === 'cluster' ? 32 : 24
  const looks = [`map-${kind}`, isStale && 'map-stale', isLate && 'map-late', isChosen && 'map-chosen', isOpen && 'map-open']
  const icon = L.divIcon({
    className: `map-marker ${looks.filter(Boolean).join(' ')}`,
    html: nodeOf(signOf(given)),
    iconSize: [size, size],
  })
  return L.marker(latLng(point), {
    icon,
    draggable: onMove !== undefined || drop !== undefined,
    autoPan: drop !== undefined,
    // Nearer to the edge than what the map is fitted to: it must not move away under somebody who holds something over that.
    autoPanPadding: [fitPixels / 3, fitPixels / 3],
    alt: label,
    title: label,
    keyboard: kind === 'cluster' || isFanned === true || (kind !== 'corner' && onPress === undefined),
    zIndexOffset: isFanned ? 2500 : isChosen ? 2000 : isLate ? 1000 : 0,
  })
}

/** What stands in a marker: a letter, that it is late, how many it stands for. */
function signOf({ kind, label, isLate, count }: DrawnMarker): string {
  if (kind === 'corner') return ''
  if (kind === 'cluster') return `${count}${isLate ? '!' : ''}`
  return isLate ? '!' : label.charAt(0).toUpperCase()
}

/** Brings a point into the middle; from where nothing of its neighbourhood is seen, at that scale. */
export function centreOn(map: L.Map, point: Point): void {
  const isFar = map.getZoom() < nearZoom && !map.getBounds().contains(latLng(point))
  map.setView(latLng(point), isFar ? nearZoom : map.getZoom(), { animate: false })
}

/** Brings a point into sight that is not: one that was typed. */
export function show(map: L.Map, point: Point): void {
  if (map.getZoom() < nearZoom && !map.getBounds().contains(latLng(point))) map.setView(latLng(point), nearZoom, { animate: false })
  else map.panInside(latLng(point), { padding: [fitPixels, fitPixels], animate: false })
}

const nearZoom = 13
/** What a map is fitted to keeps so far from its edge. */
const fitPixels = 24

/** Shows what it is about (the quiet areas only where there is nothing else, mere dots where there are no areas either), at the scale of a neighbourhood when it is a single point. */
export function fitTo(map: L.Map, { markers = [], polygons = [], lines = [], dots = [], frame = [] }: MapShapes): void {
  const loud = polygons.filter(({ tone }) => tone !== 'muted')
  const own = [...markers.map(({ point }) => point), ...[...loud, ...lines].flatMap(({ points: each }) => [...each])]
  const ground = polygons.length > 0 ? polygons.flatMap(({ points: each }) => [...each]) : dots.map(({ point }) => point)
  const drawn = own.length > 0 ? own : ground
  const points = frame.length > 0 ? frame : drawn
  map.invalidateSize()
  if (points.length > 0) map.fitBounds(L.latLngBounds(points.map(latLng)), { padding: [fitPixels, fitPixels], maxZoom: 15, animate: false })
}

/** Words on the ground, which let every click through. */
function nameAt(point: Point, text: string, className: string): L.Marker {
  return L.marker(latLng(point), {
    icon: L.divIcon({ className, html: nodeOf(text), iconSize: [0, 0] }),
    pane: 'names',
    interactive: false,
    keyboard: false,
  })
}

const latLng = ({ lat, lng }: Point): L.LatLngTuple => [lat, lng]

function nodeOf(text: string): HTMLElement {
  const node = document.createElement('span')
  node.textContent = text
  return node
}
