import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { formatRoutes, largestRoute, measureRoutes, type RouteSize } from '../bench/src/bundle.ts'
import { ROOT } from './program.ts'
import { buildWebApp } from './web-build.ts'

let routes: RouteSize[]

beforeAll(async () => {
  await buildWebApp()
  routes = measureRoutes(join(ROOT, 'apps/web/dist'))
}, 180_000)

test('no path needs more scripts and styles than it may before its screen stands', () => {
  const tooLarge = routes.filter(({ path, gzip }) => gzip > largestRoute(path))
  expect(
    tooLarge.map(({ path, gzip }) => `${path}: ${gzip.toFixed(1)} kB of ${largestRoute(path)}`),
    formatRoutes(routes),
  ).toEqual([])
})
