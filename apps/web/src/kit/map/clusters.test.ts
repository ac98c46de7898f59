import fc from 'fast-check'
import type L from 'leaflet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clusterPixels, clustersOf, type Fanned, fanOf, gathered } from './clusters.ts'
import { type DrawnMarkers, Hand } from './drag.ts'
import { createMap, drawMarkers, removeMap } from './leaflet.ts'
import type { MapMarker } from './shapes.ts'

const spots = fc.array(fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -200, max: 200 }) }), { maxLength: 80 })

test('every spot is in one group, near the first of it, and no two groups hide each other', () => {
  fc.assert(
    fc.property(spots, (given) => {
      const groups = clustersOf(given)
      expect(groups.flat().toSorted(bySpot)).toEqual(given.toSorted(bySpot))
      const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y)
      for (const [first, ...rest] of groups) for (const spot of rest) expect(far(first, spot)).toBeLessThan(clusterPixels)
      for (const [at, [one]] of groups.entries())
        for (const [other] of groups.slice(at + 1)) expect(far(one, other)).toBeGreaterThanOrEqual(clusterPixels)
    }),
  )
})

test('those that are far enough from each other stand by themselves, in whatever order they come', () => {
  const apart = fc.uniqueArray(fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }) }), {
    selector: ({ x, y }) => `${x} ${y}`,
  })
  fc.assert(
    fc.property(apart, (given) => {
      const far = given.map(({ x, y }) => ({ x: x * clusterPixels, y: y * clusterPixels }))
      expect(clustersOf(far)).toHaveLength(given.length)
    }),
  )
})

test('however many stand around a place, none hides another one or the place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 250 }), (count) => {
      const fan = [{ x: 0, y: 0 }, ...fanOf(count)]
      expect(fan).toHaveLength(count + 1)
      const gaps = fan.flatMap((one, at) => fan.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)))
      expect(Math.min(...gaps)).toBeGreaterThan(24)
    }),
    { numRuns: 30 },
  )
})

test('around a place at the edge all stand where there is room for them, and where there is none anywhere they stand all the same', () => {
  const edge = fc.record({ x: fc.integer({ min: -60, max: 0 }), y: fc.integer({ min: -60, max: 0 }) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), edge, (count, { x, y }) => {
      const fan = fanOf(count, (spot) => spot.x >= x && spot.y >= y)
      expect(fan).toHaveLength(count)
      for (const spot of fan) expect([spot.x >= x, spot.y >= y]).toEqual([true, true])
      const gaps = [{ x: 0, y: 0 }, ...fan].flatMap((one, at, all) =>
        all.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)),
      )
      expect(Math.min(...gaps)).toBeGreaterThan(24)
    }),
    { numRuns: 50 },
  )
  expect(fanOf(9, () => false)).toHaveLength(9)
})

const kochi = { lat: 9.97, lng: 76.28 }
const rider = (id: string, given: Partial<MapMarker> = {}): MapMarker => ({
  id,
  kind: 'rider',
  label: `Rider ${id}`,
  point: kochi,
  ...given,
})

let map: L.Map
let pins: DrawnMarkers
let hand: Hand
let fanned: Fanned
beforeEach(() => {
  const element = document.body.appendChild(document.createElement('div'))
  for (const side of ['clientWidth', 'clientHeight']) Object.defineProperty(element, side, { value: 800 })
  map = createMap(element, { tiles: '', credit: '' }, () => {})
  map.setView(kochi, 12, { animate: false })
  pins = new Map()
  hand = new Hand(
    () => {},
    () => {},
  )
  fanned = { id: null }
})
afterEach(() => removeMap(map))

const draw = (markers: readonly MapMarker[]) =>
  drawMarkers(map, pins, hand, gathered(map, markers, { fanned, hand, redraw: () => draw(markers) }))
const drawn = () => [...map.getContainer().querySelectorAll('.map-marker')].map(({ textContent }) => textContent)
const cluster = () => map.getContainer().querySelector<HTMLElement>('.map-cluster')
const enter = () => cluster()?.dispatchEvent(new KeyboardEvent('keypress', { key: 'Enter', bubbles: true }))

test('who stands in one place is one circle with their number, which names some of them; who is chosen stands apart', () => {
  const ids = ['1', '2', '3', '4', '5', '6', '7']
  draw(ids.map((id) => rider(id)))
  expect(drawn()).toEqual(['7'])
  const words = '7 here: Rider 1, Rider 2, Rider 3, Rider 4, Rider 5 and 2 more'
  expect([cluster()?.title, cluster()?.getAttribute('aria-label')]).toEqual([words, words])
  draw(ids.map((id) => rider(id, { isChosen: id === '3', isLate: id === '5' })))
  expect(drawn().toSorted(), 'that one of them is late is said, not by colour alone').toEqual(['6!', 'R'])
})

test('those of one place stand around it at a press of Enter, and leave at the next; the focus stays', () => {
  const pressed = vi.fn()
  draw([rider('1', { onPress: pressed }), rider('2', { onPress: pressed })])
  cluster()?.focus()
  // It stands at the lower edge.
  map.panBy([0, 10 - map.getSize().y / 2], { animate: false })
  enter()
  expect(drawn()).toEqual(['2', 'R', 'R'])
  expect(document.activeElement).toBe(cluster())
  const edge = map.getSize().y
  for (const { pin } of pins.values()) expect(map.latLngToContainerPoint(pin.getLatLng()).y).toBeLessThan(edge - 12)
  const [first] = map.getContainer().querySelectorAll<HTMLElement>('.map-rider')
  expect(first?.tabIndex, 'the keyboard comes to them').toBe(0)
  first?.dispatchEvent(new KeyboardEvent('keypress', { key: 'Enter', bubbles: true }))
  expect(pressed).toHaveBeenCalledTimes(1)
  enter()
  expect(drawn()).toEqual(['2'])
})

test('those who stand apart at a nearer look are looked at nearer, by a click, and spread', () => {
  const markers = [rider('1'), rider('2', { point: { lat: 9.9702, lng: 76.2802 } })]
  draw(markers)
  expect(drawn()).toEqual(['2'])
  cluster()?.click()
  expect(map.getZoom()).toBeGreaterThan(15)
  draw(markers)
  expect(drawn()).toEqual(['R', 'R'])
})

test('one under somebody’s hand stays there, whoever comes near', () => {
  draw([rider('1')])
  hand.take('1')
  draw([rider('1'), rider('2'), rider('3')])
  expect(drawn().toSorted()).toEqual(['2', 'R'])
})

test('a circle over which something is held that one of it takes stands open, until it is let go', () => {
  const done = vi.fn()
  const held = rider('9', { point: { lat: 9.99, lng: 76.3 }, drop: { takenBy: (id: string) => id === '2', done } })
  const markers = [held, rider('1'), rider('2')]
  const redraw = () => draw(markers)
  const tell = vi.fn()
  hand = new Hand(tell, redraw)
  redraw()
  const pin = pins.get('9')?.pin
  if (!pin) throw new Error('it is not drawn')
  const moveTo = (id: string) => {
    const at = pins.get(id)?.pin.getLatLng()
    if (at) pin.setLatLng(at)
    pin.fire('drag')
  }
  pin.fire('dragstart')
  expect([...map.getContainer().querySelectorAll('.map-taker')], 'what takes it stands out').toEqual([cluster()])
  moveTo('cluster 1')
  expect(drawn().toSorted()).toEqual(['2', 'R', 'R', 'R'])
  moveTo('1')
  moveTo('2')
  // Whoever it is drives on meanwhile: it stays under the hand.
  draw([{ ...held, point: { lat: 9.9, lng: 76.2 } }, rider('1'), rider('2')])
  expect(pin.getLatLng().lat).toBe(pins.get('2')?.pin.getLatLng().lat)
  pin.fire('dragend')
  expect([done.mock.calls, tell.mock.calls.map(([drag]) => drag?.over)]).toEqual([[['2']], [null, '2', undefined]])
  expect(drawn().toSorted()).toEqual(['2', 'R'])
  pin.fire('dragstart')
  pin.fire('drag')
  pin.fire('dragend')
  expect(done, 'over nothing it means nothing').toHaveBeenCalledTimes(1)
})

test('a circle at the edge opens under what is held into the map, which stays where it is', () => {
  map.panBy([0, map.getSize().y / 2 - 20], { animate: false })
  const markers = ['1', '2', '3', '4'].map((id) => rider(id))
  draw(markers)
  const before = map.getCenter()
  hand.take('9')
  hand.move(null, 'cluster 1')
  draw(markers)
  expect(drawn().toSorted()).toEqual(['4', 'R', 'R', 'R', 'R'])
  for (const { pin } of pins.values()) expect(map.latLngToContainerPoint(pin.getLatLng()).y).toBeGreaterThanOrEqual(15)
  expect(map.getCenter()).toEqual(before)
})

test('on the way to those around an open circle another one is passed, and opens where it is meant', () => {
  const middle = map.latLngToContainerPoint(kochi)
  const beside = (pixels: number) => map.containerPointToLatLng(middle.add([pixels, 0]))
  const drop = { takenBy: () => true, done: vi.fn() }
  const markers = [
    rider('9', { point: beside(300), drop }),
    ...['1', '2'].map((id) => rider(id)),
    ...['3', '4', '5'].map((id) => rider(id, { point: beside(50) })),
  ]
  const redraw = () => draw(markers)
  hand = new Hand(() => {}, redraw)
  redraw()
  const pin = pins.get('9')?.pin
  const hold = (pixels: number) => pin?.setLatLng(beside(pixels)).fire('drag')
  pin?.fire('dragstart')
  hold(0)
  expect(hand.hovered).toBe('cluster 1')
  hold(38)
  expect(hand.hovered).toBe('cluster 1')
  hold(50)
  expect(hand.hovered).toBe('cluster 3')
  hold(200)
  expect(hand.hovered).toBeNull()
})

const bySpot = (a: { x: number; y: number }, b: { x: number; y: number }) => a.x - b.x || a.y - b.y
