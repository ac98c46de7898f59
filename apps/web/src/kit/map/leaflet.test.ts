import { expect, test } from 'vitest'
import { createMap, removeMap } from './leaflet.ts'

test('a map that is gone draws nothing more, whatever comes late', () => {
  const element = document.body.appendChild(document.createElement('div'))
  const map = createMap(element, { tiles: '', credit: '' }, () => {})
  expect(element.querySelector('.map-scale')).not.toBeNull()
  removeMap(map)
  expect(() => map.fire('moveend')).not.toThrow()
})
