import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allContracts } from './contracts.ts'
import type { NamedEndpoint, Schema } from './endpoint.ts'
import { mediaTypesOf } from './file-content.ts'

type Node = z.core.JSONSchema.BaseSchema

const endpoints: NamedEndpoint[] = Object.values(allContracts).flatMap((contract) => Object.values(contract))

/** Where a schema leaves the size of a value open, as dotted paths with what is missing. */
function openEnds(node: Node, path: string): string[] {
  const { items, properties, additionalProperties: values } = node
  const inside = [
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((one) => openEnds(one as Node, path)),
    ...Object.entries(properties ?? {}).flatMap(([key, property]) => openEnds(property as Node, `${path}.${key}`)),
    ...(typeof items === 'object' ? openEnds(items as Node, `${path}[]`) : []),
    ...(typeof values === 'object' ? openEnds(values as Node, `${path}{}`) : []),
    ...(typeof node.propertyNames === 'object' ? openEnds({ type: 'string', ...(node.propertyNames as Node) }, `${path} keys`) : []),
  ]
  if (node.enum || node.const !== undefined) return inside
  const isOpen = (bound: unknown) => typeof bound !== 'number' || !Number.isFinite(bound)
  const missing = (...bounds: (keyof Node)[]) => bounds.filter((bound) => isOpen(node[bound])).map((bound) => `${path}: ${String(bound)}`)
  const types: unknown[] = [node.type].flat()
  return [
    ...inside,
    ...(types.includes('integer') || types.includes('number') ? missing('minimum', 'maximum') : []),
    ...(types.includes('string') ? missing('maxLength') : []),
    ...(types.includes('array') ? missing('maxItems') : []),
    ...(types.includes('object') && values !== false ? missing('maxProperties') : []),
    ...(node.type === undefined && !node.anyOf && !node.oneOf && !node.allOf ? [`${path}: may be anything`] : []),
  ]
}

const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

/** A whole number that nobody gave a bound is bounded by what JavaScript can count: that is none. */
function withoutSafeBounds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSafeBounds)
  if (typeof node !== 'object' || node === null) return node
  const isWhole = 'type' in node && node.type === 'integer'
  const kept = Object.entries(node).filter(([key, value]) => !(isWhole && key === 'minimum' && value === safe.minimum))
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutSafeBounds(value)]))
}

function openEndsOf(schema: Schema | undefined, path: string): string[] {
  if (!schema || mediaTypesOf(schema)) return []
  return openEnds(withoutSafeBounds(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as Node, path)
}

test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s leaves the size of nothing open', (_name, { shape }) => {
  expect([...openEndsOf(shape.params, 'params'), ...openEndsOf(shape.query, 'query'), ...openEndsOf(shape.body, 'body')]).toEqual([])
})

test.each([
  ['a number', z.strictObject({ a: z.number() }), ['body.a: minimum', 'body.a: maximum']],
  ['a whole number', z.strictObject({ a: z.int() }), ['body.a: minimum']],
  ['a text', z.strictObject({ a: z.optional(z.nullable(z.string())) }), ['body.a: maxLength']],
  ['a list', z.strictObject({ a: z.array(z.boolean()) }), ['body.a: maxItems']],
  ['a record', z.record(z.string(), z.boolean()), ['body keys: maxLength', 'body: maxProperties']],
  ['an open object', z.looseObject({}), ['body{}: may be anything', 'body: maxProperties']],
  ['anything', z.strictObject({ a: z.unknown() }), ['body.a: may be anything']],
])('%s without a bound is found', (_what, schema, found) => {
  expect(openEndsOf(schema, 'body')).toEqual(found)
})
