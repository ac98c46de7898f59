import { fieldExamples, schemaExamples } from './examples.ts'
import { type JsonSchema, nameOf } from './outline.ts'

type Resolve = (name: string) => JsonSchema

const id = '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f'

/**
 * A value of a schema that a caller could send: what is required, and one more field where that is a version alone. Values come from the
 * words of the document, else from the schema's bounds.
 */
export function exampleOf(schema: JsonSchema, resolve: Resolve, key = ''): unknown {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    return schemaExamples[name] ?? fieldExamples[key] ?? exampleOf(resolve(name), resolve, key)
  }
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(first, resolve, key)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid') return id
  if (schema.properties) return fieldsOf(schema, resolve)
  if (key in fieldExamples) return fieldExamples[key]
  const types = [schema.type].flat()
  if (types.includes('string')) return 'text'.slice(0, schema.maxLength)
  if (types.includes('array')) return (schema.minItems ?? 0) > 0 ? [exampleOf(schema.items ?? {}, resolve, key)] : []
  if (types.includes('object')) return {}
  return types.includes('boolean') ? true : (schema.minimum ?? 1)
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, resolve: Resolve): Record<string, unknown> {
  const isBare = required.every((key) => key === 'version')
  const optional = Object.keys(properties).filter((key) => !required.includes(key))
  const more = optional.find((key) => key === 'name') ?? optional[0]
  const told = Object.entries(properties).filter(([key]) => required.includes(key) || (isBare && key === more))
  return Object.fromEntries(told.map(([key, field]) => [key, exampleOf(field, resolve, key)]))
}
