import { expect, test } from 'vitest'
import { centreOn, createMap, fitTo, removeMap } from './leaflet.ts'

test('a map that is gone draws nothing more, whatever comes late', () => {
  const element = document.body.appendChild(document.createElement('div'))
  const map = createMap(element, { tiles: '', credit: '' }, () => {})
  expect(element.querySelector('.map-scale')).not.toBeNull()
  removeMap(map)
  expect(() => map.fire('moveend')).not.toThrow()
})

test('a zoom that is still moving ends with its map', () => {
  const map = createMap(document.body.appendChild(document.createElement('div')), { tiles: '', credit: '' }, () => {})
  const zooming = { _animatingZoom: true, _animateToCenter: map.getCenter(), _animateToZoom: 5 }
  const zoomed = Object.assign(map, zooming) as unknown as { _onZoomTransitionEnd: () => void }
  removeMap(map)
  expect(() => zoomed._onZoomTransitionEnd()).not.toThrow()
})

test('what is asked for is in the middle, at the scale that somebody chose; from far away at that of its neighbourhood', () => {
  const element = document.body.appendChild(document.createElement('div'))
  for (const side of ['clientWidth', 'clientHeight']) Object.defineProperty(element, side, { value: 600 })
  const map = createMap(element, { tiles: '', credit: '' }, () => {})
  const middle = () => [map.getCenter().lat.toFixed(3), map.getCenter().lng.toFixed(3), map.getZoom()]
  map.setView([9.97, 76.28], 10, { animate: false })
  centreOn(map, { lat: 9.99, lng: 76.3 })
  expect(middle()).toEqual(['9.990', '76.300', 10])
  centreOn(map, { lat: 28.61, lng: 77.21 })
  expect(middle()).toEqual(['28.610', '77.210', 13])
  centreOn(map, { lat: 9.99, lng: 76.3 })
  expect(middle()).toEqual(['9.990', '76.300', 13])
  removeMap(map)
})

test('where there are only dots the map begins with them, and never before areas', () => {
  const element = document.body.appendChild(document.createElement('div'))
  for (const side of ['clientWidth', 'clientHeight']) Object.defineProperty(element, side, { value: 600 })
  const map = createMap(element, { tiles: '', credit: '' }, () => {})
  const dots = [
    { id: 'a', label: 'A', kind: 'store' as const, point: { lat: 9.9, lng: 76.2 } },
    { id: 'b', label: 'B', kind: 'store' as const, point: { lat: 10.1, lng: 76.4 } },
  ]
  fitTo(map, { label: '', dots })
  expect([map.getCenter().lat.toFixed(1), map.getCenter().lng.toFixed(1)]).toEqual(['10.0', '76.3'])
  const points = [
    { lat: 28, lng: 77 },
    { lat: 28.2, lng: 77 },
    { lat: 28.2, lng: 77.2 },
  ]
  fitTo(map, { label: '', dots, polygons: [{ id: 'p', label: 'P', points, tone: 'muted' }] })
  expect(map.getCenter().lat.toFixed(1)).toBe('28.1')
  removeMap(map)
})
