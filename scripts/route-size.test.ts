import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { formatRoutes, largestRoute, measureRoutes, type RouteSize, scriptsOf } from '../bench/src/bundle.ts'
import { orderContract } from '../packages/contract/src/index.ts'
import { buildProduct } from './builds.ts'
import { ROOT } from './program.ts'

let routes: RouteSize[]

beforeAll(async () => {
  await buildProduct()
  routes = measureRoutes(join(ROOT, 'apps/web/dist'))
}, 180_000)

test('no path needs more scripts and styles than it may before its screen stands', () => {
  const tooLarge = routes.filter(({ path, gzip }) => gzip > largestRoute(path))
  expect(
    tooLarge.map(({ path, gzip }) => `${path}: ${gzip.toFixed(1)} kB of ${largestRoute(path)}`),
    formatRoutes(routes),
  ).toEqual([])
})

test('the scripts that a list begins with are compiled while they arrive, small ones apart', () => {
  const dist = join(ROOT, 'apps/web/dist')
  const texts = scriptsOf(dist, '/order/view').map((file) => [file, readFileSync(join(dist, file), 'utf8')] as const)
  const large = texts.filter(([, text]) => text.length > 3000)
  expect(large.length).toBeGreaterThan(2)
  expect(large.filter(([, text]) => !text.startsWith('//# allFunctionsCalledOnLoad\n')).map(([file]) => file)).toEqual([])
})

test('what an endpoint says of itself to who reads the description stays with the API', () => {
  const assets = join(ROOT, 'apps/web/dist/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const { path, shape } = orderContract.markReady
  const reason = String(Object(orderContract.cancel.shape.example?.body).reason)
  const holding = (text: string) => scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes(text))
  expect(holding(path)).not.toEqual([])
  expect(holding(shape.summary)).toEqual([])
  expect(holding(reason)).toEqual([])
})
