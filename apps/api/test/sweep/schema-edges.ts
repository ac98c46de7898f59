import { newId } from '@larder/contract'
import type { JsonSchema } from '#kit/openapi/outline.ts'

type Fields = Record<string, unknown>

/**
 * Values of a schema that are as large or as small as it declares, each at one place only; the rest is as in `good`, or made up where
 * there is nothing good.
 */
export function edgesOf(schema: JsonSchema, good: unknown): unknown[] {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return branches.flatMap((branch) => edgesOf(branch, isOf(branch, good) ? good : undefined))
  if (schema.enum || schema.const !== undefined) return []
  const types = [schema.type].flat()
  if (types.includes('integer') || types.includes('number')) return [schema.minimum, schema.maximum]
  if (types.includes('string')) return [textOf(schema.minLength), textOf(schema.maxLength)]
  if (types.includes('array')) return listEdges(schema, good)
  if (schema.properties) return fieldEdges(schema, good)
  return types.includes('object') ? [dictionaryOf(schema)] : []
}

function listEdges({ items = {}, minItems = 0, maxItems = 0 }: JsonSchema, good: unknown): unknown[] {
  const [entry = sampleOf(items)] = Array.isArray(good) ? good : []
  return [Array(minItems).fill(entry), Array(maxItems).fill(entry), ...edgesOf(items, entry).map((edge) => [edge])]
}

function fieldEdges(schema: JsonSchema, good: unknown): unknown[] {
  const whole = (good ?? sampleOf(schema)) as Fields
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    edgesOf(property, whole[key]).map((edge) => ({ ...whole, [key]: edge })),
  )
}

function dictionaryOf({ propertyNames, additionalProperties, maxProperties = 0 }: JsonSchema): Fields {
  const value = typeof additionalProperties === 'object' ? textOf(additionalProperties.maxLength) : true
  const keys = Array.from({ length: maxProperties }, (_, index) => `${index}`.padStart(propertyNames?.maxLength ?? 1, 'k'))
  return Object.fromEntries(keys.map((key) => [key, value]))
}

/** Whether a value is of one branch of a union, by its kind and by the words that tell the branches apart. */
function isOf({ type, properties = {} }: JsonSchema, value: unknown): boolean {
  if (value === undefined || value === null || typeof value !== 'object') return type === typeof value
  return Object.entries(properties).every(([key, { const: word }]) => word === undefined || (value as Fields)[key] === word)
}

/** Any value of the schema's form. */
function sampleOf(schema: JsonSchema): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return sampleOf(first)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid') return newId()
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key))
    return Object.fromEntries(wanted.map(([key, property]) => [key, key === 'currency' ? 'INR' : sampleOf(property)]))
  }
  const types = [schema.type].flat()
  if (types.includes('string')) return textOf(Math.max(1, schema.minLength ?? 1))
  if (types.includes('array')) return Array(schema.minItems ?? 0).fill(sampleOf(schema.items ?? {}))
  return types.includes('boolean') ? true : (schema.minimum ?? 0)
}

function textOf(length = 0): string {
  return 'x'.repeat(length)
}
