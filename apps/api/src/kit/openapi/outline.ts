/** What of a JSON Schema says what a value may be, and what it means. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  default?: unknown
  /** Of a masked field the permission that shows it whole. */
  'x-masked-without'?: string
}

/** What every reference begins with. */
export const prefix = '#/components/schemas/'

/** The name that a reference leads to. */
export function nameOf($ref: string): string {
  return $ref.slice(prefix.length)
}

/** How a schema with a name is referred to: by its reference. */
type Refer = ($ref: string) => string

/** A schema as a person reads it: one property a line, `?` where it may be left out, what it means behind it. */
export function outline(schema: JsonSchema, refer: Refer, indent = ''): string {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (schema.$ref) return refer(schema.$ref)
  if (alternatives) return alternatives.map((one) => outline(one, refer, indent)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.items) return `[${outline(schema.items, refer, indent)}]${entries(rangeOf(schema.minItems, schema.maxItems))}`
  if (schema.properties) return fields(schema, refer, indent)
  if (typeof schema.additionalProperties === 'object')
    return `{ [key]: ${outline(schema.additionalProperties, refer, indent)} }${entries(rangeOf(0, schema.maxProperties))}`
  return plain(schema)
}

function fields({ properties = {}, required }: JsonSchema, refer: Refer, indent: string): string {
  const lines = Object.entries(properties).map(([key, value]) => {
    const meaning = value.description ? `  — ${value.description}` : ''
    return `${indent}  ${key}${required?.includes(key) ? '' : '?'}: ${outline(value, refer, `${indent}  `)}${meaning}`
  })
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
}

/** `string, 1 to 60 characters`, `integer, at least 0`, `string (uuid)`. */
function plain({ type = 'anything', format, minLength, maxLength, minimum, maximum }: JsonSchema): string {
  const word = [type].flat().join(' | ')
  if (format) return `${word} (${format})`
  const length = rangeOf(minLength, maxLength)
  const range = rangeOf(minimum, maximum)
  return `${word}${length ? `, ${length} characters` : ''}${range ? `, ${range}` : ''}`
}

function entries(range: string): string {
  return range ? ` (${range} entries)` : ''
}

function rangeOf(least = 0, most = Number.MAX_SAFE_INTEGER): string {
  const [hasLeast, hasMost] = [least !== 0, most < Number.MAX_SAFE_INTEGER]
  if (hasMost) return `${least} to ${most}`
  return hasLeast ? `at least ${least}` : ''
}
