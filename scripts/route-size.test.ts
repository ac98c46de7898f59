import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
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

test.each([
  ['', (bytes: Buffer) => bytes],
  ['.gz', gunzipSync],
  ['.br', brotliDecompressSync],
] as const)('the scripts that a list begins with are compiled while they arrive, small ones apart: %s', (ending, unpack) => {
  const dist = join(ROOT, 'apps/web/dist')
  const large = scriptsOf(dist, '/order/view').filter((file) => statSync(join(dist, file)).size > 3000)
  expect(large.length).toBeGreaterThan(2)
  const textOf = (file: string) => unpack(readFileSync(join(dist, file + ending))).toString()
  expect(large.filter((file) => !textOf(file).startsWith('//# allFunctionsCalledOnLoad\n'))).toEqual([])
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
