import type { FloorReplay, Instant } from '@larder/contract'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { ReplayMap } from './replay-map.tsx'
// Compiled before a test waits for it.
import '#kit/map/leaflet-map.tsx'

const at = '2026-11-20T08:00:00.000Z' as Instant
const riderAt = (id: string, lat: number) => ({ id, name: `Rider ${id}`, points: [{ lat, lng: 76.3, at }] })
const replay = {
  ...{ from: at, to: '2026-11-20T11:00:00.000Z', orders: [], isCut: false, stores: [], everySeconds: 20 },
  riders: [riderAt('1', 10), riderAt('2', 10), riderAt('3', 10), riderAt('4', 10.2)],
} as unknown as FloorReplay

beforeEach(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const) vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(800)
})
afterEach(() => vi.restoreAllMocks())

test('on the map of a past shift riders of one place are one circle with their number, and who is elsewhere is not', async () => {
  renderAt('/', <ReplayMap replay={replay} at={at} />)
  const circle = await screen.findByTitle('3 here: Rider 1, Rider 2, Rider 3')
  expect(circle.textContent).toBe('3')
  expect(circle.className).toContain('map-cluster')
  expect(screen.getByTitle(/^Rider 4/)).toBeTruthy()
  expect(screen.queryByTitle(/^Rider 1/)).toBeNull()
})
