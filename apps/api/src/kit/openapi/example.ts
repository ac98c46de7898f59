import { addMinutes, type Instant, roundUpToMinutes } from '@larder/contract'
import { fieldExamples, minutesAhead, schemaExamples } from './examples.ts'
import { type JsonSchema, nameOf } from './outline.ts'

interface Within {
  resolve: (name: string) => JsonSchema
  /** When it is asked for: what has to lie ahead does so from then on. */
  now: Instant
}

const id = '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f'

/**
 * A value of a schema that a caller could send: what is required, and one more field where that is a version alone. Values come from the
 * words of the document, else from the schema's bounds.
 */
export function exampleOf(schema: JsonSchema, within: Within, key = ''): unknown {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    if (name === 'Instant' && key in minutesAhead) return ahead(key, within.now)
    return schemaExamples[name] ?? fieldExamples[key] ?? exampleOf(within.resolve(name), within, key)
  }
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return exampleOf(first, within, key)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid') return id
  if (schema.properties) return fieldsOf(schema, within)
  if (key in fieldExamples) return fieldExamples[key]
  const types = [schema.type].flat()
  if (types.includes('string')) return 'text'.slice(0, schema.maxLength)
  if (types.includes('array')) return (schema.minItems ?? 0) > 0 ? [exampleOf(schema.items ?? {}, within, key)] : []
  if (types.includes('object')) return {}
  return types.includes('boolean') ? true : (schema.minimum ?? 1)
}

/** On the full hour, which reads well. */
function ahead(key: string, now: Instant): Instant {
  return roundUpToMinutes(addMinutes(now, minutesAhead[key] ?? 0), 60)
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, within: Within): Record<string, unknown> {
  const isBare = required.every((key) => key === 'version')
  const optional = Object.keys(properties).filter((key) => !required.includes(key))
  const more = optional.find((key) => key === 'name') ?? optional[0]
  const told = Object.entries(properties).filter(([key]) => required.includes(key) || (isBare && key === more))
  return Object.fromEntries(told.map(([key, field]) => [key, exampleOf(field, within, key)]))
}
