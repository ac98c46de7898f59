import { allContracts, type Contract, mediaTypesOf, type NamedEndpoint, permissions } from '@larder/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isRepeatable } from '../http/idempotency.ts'
import { tagWords } from './chapters.ts'
import { docsPage } from './docs-page.ts'
import { accessWords, openApiOf } from './openapi.ts'
import type { JsonSchema } from './outline.ts'
import { documentSchemas } from './schemas.ts'
import { fieldWords, schemaExamples, schemaWords } from './words.ts'

interface Operation {
  operationId: string
  description: string
  tags: string[]
  parameters: { $ref?: string; name?: string; description?: string; schema?: JsonSchema }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, unknown>
}

const contracts: Contract[] = Object.values(allContracts)
const endpoints: NamedEndpoint[] = contracts.flatMap((contract) => Object.values(contract))
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at many places
const document = JSON.parse(JSON.stringify(openApiOf(contracts))) as any
const components: Record<string, JsonSchema> = document.components.schemas
const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) => Object.values(path))
const operationOf = ({ name }: NamedEndpoint) => operations.find(({ operationId }) => operationId === name)

const referencesIn = (node: unknown) => [...JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)

describe('names', () => {
  test('what the contract exports goes by its export’s name, wherever it stands', () => {
    expect(Object.keys(components)).toEqual(
      expect.arrayContaining(['Order', 'Store', 'Money', 'Cuisine', 'CrateDraft', 'ErrorBody', 'Changed']),
    )
    expect(document.paths['/orders/{id}/accept'].post.responses[200].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Order',
    })
    expect(components.OrderRow?.properties?.total).toMatchObject({ $ref: '#/components/schemas/Money' })
  })

  test('every reference leads somewhere', () => {
    const targets = referencesIn(document).map((ref) =>
      ref
        .split('/')
        .slice(1)
        .reduce((node, key) => node?.[key], document),
    )
    expect(targets.length).toBeGreaterThan(500)
    expect(targets).not.toContain(undefined)
  })

  test('a schema is the same whether it is sent or told', () => {
    const schemas = documentSchemas(endpoints)
    for (const endpoint of endpoints) {
      if (endpoint.shape.body) schemas.partOf(endpoint, 'body')
      schemas.partOf(endpoint, 'response')
    }
    expect(schemas.differing()).toEqual([])
  })
})

describe('words', () => {
  test('every component has one line, and no line is of something that is gone', () => {
    expect(Object.entries(components).filter(([, { description }]) => !description)).toEqual([])
    expect(Object.keys(schemaWords).filter((name) => !(name in components))).toEqual([])
    expect(Object.keys(schemaExamples).filter((name) => !(name in components))).toEqual([])
  })

  test('a list whose values are told tells every one', () => {
    const told = Object.values(components).map(({ enum: values = [], description = '' }) => ({
      all: values.length,
      told: values.filter((value) => description.includes(`\`${value}\``)).length,
      description,
    }))
    expect(told.filter((each) => each.told > 1 && each.told < each.all)).toEqual([])
    expect(told.filter((each) => each.told > 1).length).toBeGreaterThan(8)
  })

  test('every parameter says what it is', () => {
    const parameters = operations.flatMap(({ parameters }) => parameters).filter(({ $ref }) => !$ref)
    expect(parameters.filter(({ description }) => !description)).toEqual([])
  })

  test('every word of a field is of a field that is there', () => {
    const known = new Set<string>()
    const look = (node: unknown, name = '') => {
      if (typeof node !== 'object' || node === null) return
      const fields = 'properties' in node ? Object.keys(node.properties as object) : []
      for (const key of fields) known.add(key).add(`${name}.${key}`)
      for (const one of Object.values(node)) look(one, name)
    }
    for (const [name, schema] of Object.entries(components)) look(schema, name)
    for (const parameter of operations.flatMap(({ parameters }) => parameters)) known.add(parameter.name ?? '')
    look(document.paths)
    expect(Object.keys(fieldWords).filter((key) => !known.has(key))).toEqual([])
  })

  test('every tag, permission and scope is in words', () => {
    expect(Object.keys(tagWords).sort()).toEqual([...new Set(endpoints.map(({ entity }) => entity))].sort())
    for (const permission of permissions) expect(accessWords(permission)).toMatch(/^Needs the permission `[\w.-]+`: \w+ /)
    for (const endpoint of endpoints) expect(operationOf(endpoint)?.description).toContain(accessWords(endpoint.shape.permission))
  })
})

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const operation = operationOf(endpoint)

  test('promises a key where the server keeps the answer, and nowhere else', () => {
    const keys = operation?.parameters.filter(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) ?? []
    expect(keys.length).toBe(isRepeatable(endpoint) ? 1 : 0)
  })

  test('says how it can fail', () => {
    const statuses = Object.keys(operation?.responses ?? {})
    expect(statuses).toEqual(expect.arrayContaining(['200', '429', '500', '503']))
    expect(statuses.includes('403')).toBe(!/^(public|channel:)/.test(endpoint.shape.permission))
    expect(statuses.includes('415')).toBe(endpoint.shape.body !== undefined)
  })

  test('has an example that it would take', () => {
    const { body } = endpoint.shape
    if (!body || mediaTypesOf(body)) return
    const example = operation?.requestBody?.content['application/json']?.example
    expect(z.core.safeParse(body, example).error?.issues).toBeUndefined()
  })
})

test('the page shows calls with what must be asked with', () => {
  const { html } = docsPage(contracts)
  expect(html).toMatch(/\/api\/changes\?after=\d+/)
  expect(html).toMatch(/\/api\/saved-views\?resource=\w+/)
})

test('the page shows names, limits, chapters and the live connection', () => {
  const { html } = docsPage(contracts)
  for (const part of [
    'id="live-connection"',
    'orderNot_1',
    'auth.token',
    '<a href="#shape-Order">Order</a>',
    'id="shape-Order"',
    '60,000 requests a minute',
    '<code>order.operate</code>: operate orders',
  ])
    expect(html).toContain(part)
})
