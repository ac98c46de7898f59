import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutDescriptions } from '../apps/web/without-descriptions.ts'
import { allContracts, type NamedEndpoint, type PermissionRow, permissionResources, type Schema } from '../packages/contract/src/index.ts'
import { ROOT } from './program.ts'

type Contracts = Record<string, Record<string, NamedEndpoint>>

let folder = ''
let built: { allContracts: Contracts; permissionResources: object }

beforeAll(async () => {
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  folder = await mkdtemp(join(ROOT, '.cache/without-descriptions-'))
  const ssr = join(ROOT, 'packages/contract/src/index.ts')
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [withoutDescriptions()],
    build: { ssr, outDir: folder, emptyOutDir: false },
  })
  built = await import(join(folder, 'index.js'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const endpointsOf = (contracts: Contracts) => Object.values(contracts).flatMap((contract) => Object.values(contract))

/** All of an endpoint that screens go by, a schema by what it was made of. */
function restOf({ name, method, path, shape }: NamedEndpoint) {
  const { summary: _, example: __, fromReplica: ___, idempotent: ____, perMinute: _____, seeks: ______, ...rest } = shape
  return JSON.parse(JSON.stringify({ name, method, path, ...rest }, partsOf))
}

function partsOf(_key: string, value: unknown): unknown {
  if (value instanceof RegExp) return String(value)
  if (!(value instanceof Object && '_zod' in value)) return value
  const { _zod, '~standard': __, ...marks } = value as Schema
  return { ...marks, def: _zod.def }
}

test('the contract of the browser is the contract, without what endpoints say of themselves', () => {
  const endpoints = endpointsOf(built.allContracts)
  expect(endpoints.map(restOf)).toEqual(endpointsOf(allContracts as unknown as Contracts).map(restOf))
  expect(endpoints.filter(({ shape }) => shape.summary !== undefined || shape.example !== undefined).map(({ name }) => name)).toEqual([])
})

test('permissions are what they are, without who has them from the first day', () => {
  const facts = Object.entries<PermissionRow>(permissionResources).map(([resource, { roles: _, ...rest }]) => [resource, rest])
  expect(built.permissionResources).toEqual(Object.fromEntries(facts))
})
