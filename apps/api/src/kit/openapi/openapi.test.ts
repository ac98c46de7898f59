import {
  accessOf,
  allContracts,
  type Contract,
  type ErrorKind,
  errorKinds,
  fieldOf,
  fieldsOf,
  mediaTypesOf,
  type NamedEndpoint,
  orderClaimContract,
  orderContract,
  permissions,
  ReasonCode,
  refusalReasons,
  type SettingKey,
  settingContract,
  settings,
} from '@larder/contract'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { reasonReference } from '#modules/order/order.reference.ts'
import { isRepeatable } from '../http/idempotency.ts'
import { tagWords } from './chapters.ts'
import { docsPage } from './docs-page.ts'
import { schemaExamples } from './examples.ts'
import { fieldWords } from './field-words.ts'
import { accessWords, openApiOf } from './openapi.ts'
import { type JsonSchema, nameOf } from './outline.ts'
import { schemaWords } from './schema-words.ts'
import { documentSchemas } from './schemas.ts'

interface Operation {
  'x-parties'?: readonly string[]
  'x-proof'?: string
  'x-view-permission'?: string
  operationId: string
  security: object[]
  description: string
  tags: string[]
  parameters: {
    $ref?: string
    in?: string
    name?: string
    required?: boolean
    description?: string
    example?: unknown
    schema?: JsonSchema
  }[]
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

const exampleOf = (endpoint: NamedEndpoint) => operationOf(endpoint)?.requestBody?.content['application/json']?.example

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

  test('the id of a path is said to be of what it is of, and a word is taken where it means that', () => {
    const parameterAt = (path: string, method: string, asked: string) =>
      (document.paths[path][method] as Operation).parameters.find(({ name }) => name === asked)?.description
    const idAt = (path: string, method = 'get') => parameterAt(path, method, 'id')
    expect([idAt('/channel/orders/{id}'), idAt('/stores/{id}'), idAt('/channel/machines/{id}/heartbeat', 'post')]).toEqual([
      'Which order.',
      'Which store.',
      'Which machine.',
    ])
    expect(components.OrderReason?.properties?.sort?.description).toBe('Where it stands in its list, the least first.')
    expect(parameterAt('/stores', 'get', 'sort')).toContain('By what')
    expect([parameterAt('/stores', 'get', 'status'), components.Store?.properties?.status?.description]).toEqual([
      'In this status.',
      'How far it has come.',
    ])
    expect(components.ChannelKeyPage?.description).toBe('A page of channel keys.')
  })

  test('a page names the cursor of the following one where that is taken, else what is sent instead', () => {
    const pages = endpoints.flatMap((endpoint) => {
      const schema = operationOf(endpoint)?.responses[200] as { content: Record<string, { schema: JsonSchema }> } | undefined
      const answer = schema?.content['application/json']?.schema
      const told = answer?.$ref ? components[nameOf(answer.$ref)] : answer
      const next = told?.properties?.rows && told.properties.next
      return next ? [{ endpoint, words: next.description ?? '' }] : []
    })
    expect(pages.length).toBeGreaterThan(50)
    for (const { endpoint, words } of pages)
      expect([endpoint.name, /cursor/.test(words)]).toEqual([
        endpoint.name,
        endpoint.shape.query !== undefined && 'cursor' in fieldsOf(endpoint.shape.query),
      ])
  })

  test('every word of a field is of a field that is there', () => {
    const known = new Set<string>()
    const look = (node: unknown, name: string, within = '') => {
      if (typeof node !== 'object' || node === null) return
      if ('properties' in node)
        for (const [key, field] of Object.entries(node.properties as Record<string, JsonSchema>)) {
          for (const place of [name, `${name}.${within}`, field.type]) known.add(key).add(`${place}.${key}`)
          look(field, name, key)
        }
      for (const [key, one] of Object.entries(node)) if (key !== 'properties') look(one, name, within)
    }
    for (const [name, schema] of Object.entries(components)) look(schema, name)
    for (const { operationId, parameters } of operations)
      for (const { name = '' } of parameters) known.add(name).add(`query.${name}`).add(`${operationId} query.${name}`)
    look(document.paths, 'body')
    for (const { operationId, requestBody } of operations)
      for (const key of Object.keys(
        (requestBody?.content?.['application/json'] as { schema?: JsonSchema } | undefined)?.schema?.properties ?? {},
      ))
        known.add(`${operationId} body.${key}`)
    expect(Object.keys(fieldWords).filter((key) => !known.has(key))).toEqual([])
  })

  test('every tag, permission and scope is in words', () => {
    const entities = new Set(endpoints.map(({ entity }) => entity))
    expect(Object.keys(tagWords).filter((entity) => !entities.has(entity))).toEqual([])
    expect(document.tags.map(({ name }: { name: string }) => name).sort()).toEqual([...entities].sort())
    for (const permission of permissions) {
      const asking = { ...orderContract.list, shape: { ...orderContract.list.shape, permission } }
      expect(accessWords(asking)).toMatch(/^Needs the permission `[\w.-]+`: \w+ /)
    }
    for (const endpoint of endpoints) expect(operationOf(endpoint)?.description).toContain(accessWords(endpoint))
    expect(accessWords(orderClaimContract.claim)).toBe(
      'Needs the permission `order.operate`: operate orders. And `order.view`, as what it is done to is answered: view orders.',
    )
    for (const endpoint of endpoints) expect(operationOf(endpoint)?.['x-view-permission']).toEqual(accessOf(endpoint)[1])
    for (const endpoint of endpoints) expect(operationOf(endpoint)?.['x-proof']).toEqual(endpoint.shape.proof)
    for (const endpoint of endpoints) expect(operationOf(endpoint)?.['x-parties']).toEqual(endpoint.shape.parties)
  })
})

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const operation = operationOf(endpoint)

  test('says what opens it: nothing where it is open to everybody, else either header', () => {
    const headers = endpoint.shape.permission === 'public' ? [] : Object.keys(document.components.securitySchemes)
    expect(operation?.security.map((one) => Object.keys(one))).toEqual(headers.map((name) => [name]))
  })

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
    expect(z.core.safeParse(body, exampleOf(endpoint)).error?.issues).toBeUndefined()
  })

  test.each([
    ['path', endpoint.shape.params],
    ['query', endpoint.shape.query],
  ])('has examples of what its %s must have, which it would take', (place, schema) => {
    const wanted = operation?.parameters.filter((one) => one.in === place && one.required) ?? []
    const given = Object.fromEntries(wanted.map(({ name = '', example }) => [name, example]))
    if (schema) expect(z.core.safeParse(schema, given).error?.issues).toBeUndefined()
  })
})

describe('machine-readable words', () => {
  const kinds = Object.keys(refusalReasons) as ErrorKind[]

  test('every reason is a value of the schema, a word of its status, and explained', () => {
    expect(components.ApiError?.properties?.reason?.enum?.toSorted()).toEqual(
      kinds.flatMap((kind) => Object.keys(refusalReasons[kind])).toSorted(),
    )
    const responses = Object.values<{ description: string }>(document.components.responses).map(({ description }) => description)
    for (const kind of kinds)
      for (const [word, meaning] of Object.entries(refusalReasons[kind])) {
        expect(document.info.description).toContain(`\n- \`${word}\`: ${errorKinds[kind]} \`${kind}\`. ${meaning}`)
        if (kind !== 'wrong-method')
          expect(
            responses.some((words) => words.includes(`\`${word}\``)),
            word,
          ).toBe(true)
      }
  })

  test('every setting is told with what it may be', () => {
    const words: string = document.info.description
    expect(words).toContain(
      `- \`order.warnMinutes\`: ${settings['order.warnMinutes'].label}: a whole number, 1 to 120 minutes; \`5\` unless changed.`,
    )
    expect(words).toContain(
      `- \`tax.prices\`: ${settings['tax.prices'].label}: \`exclusive\` or \`inclusive\`; \`exclusive\` unless changed.`,
    )
    for (const key of Object.keys(settings)) expect(words).toContain(`\n- \`${key}\`: `)
  })

  test('an example says why with a reason of its own list', () => {
    const purposes: Record<string, string> = { pickUp: 'on-behalf', deliver: 'on-behalf' }
    const asked = endpoints.filter(({ shape }) => shape.body && fieldOf(shape.body, 'reason') === ReasonCode)
    expect(asked.length).toBeGreaterThan(5)
    for (const endpoint of asked) {
      const verb = endpoint.name.slice(endpoint.entity.length + 1)
      const { reason } = exampleOf(endpoint) as { reason: string }
      expect(reasonReference).toContainEqual(expect.objectContaining({ kind: purposes[verb] ?? verb, code: reason }))
    }
  })

  test('an example changes a setting to what that may be', () => {
    for (const endpoint of [settingContract.change, settingContract.changeTax]) {
      const key = operationOf(endpoint)?.parameters.find(({ name }) => name === 'id')?.example as SettingKey
      const { value } = exampleOf(endpoint) as { value: unknown }
      expect(z.core.safeParse(settings[key].schema, value).error?.issues, key).toBeUndefined()
      expect(value).not.toBe(settings[key].initial)
    }
  })
})

test('the page shows calls with what must be asked with', () => {
  const { html } = docsPage(contracts)
  expect(html).toMatch(/\/api\/changes\?after=\d+/)
  expect(html).toMatch(/\/api\/search\?q=\w+/)
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
