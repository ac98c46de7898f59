import { expect, test } from 'vitest'
import { createMap, removeMap } from './leaflet.ts'

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
