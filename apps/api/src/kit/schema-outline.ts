/** What of a JSON Schema is shown to people. */
interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  default?: unknown
}

/** A schema as a person reads it: one property a line, `?` where it may be left out. */
export function outline(schema: JsonSchema, indent = ''): string {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map((one) => outline(one, indent)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.items) return `[${outline(schema.items, indent)}]`
  if (schema.properties) {
    const lines = Object.entries(schema.properties).map(
      ([key, value]) => `${indent}  ${key}${schema.required?.includes(key) ? '' : '?'}: ${outline(value, `${indent}  `)}`,
    )
    return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
  }
  if (typeof schema.additionalProperties === 'object') return `{ [key]: ${outline(schema.additionalProperties, indent)} }`
  return plain(schema)
}

/** `string, 1 to 60 characters`, `integer, at least 0`, `string (uuid)`. */
function plain({ type = 'anything', format, minLength, maxLength, minimum, maximum }: JsonSchema): string {
  const word = [type].flat().join(' | ')
  if (format) return `${word} (${format})`
  const length = rangeOf(minLength, maxLength)
  const range = rangeOf(minimum, maximum)
  return `${word}${length ? `, ${length} characters` : ''}${range ? `, ${range}` : ''}`
}

function rangeOf(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): string {
  const [hasLeast, hasMost] = [least > Number.MIN_SAFE_INTEGER, most < Number.MAX_SAFE_INTEGER]
  if (hasLeast && hasMost) return `${least} to ${most}`
  return hasLeast ? `at least ${least}` : hasMost ? `at most ${most}` : ''
}

/** A value of the schema's form, with the required fields alone. */
export function sampleOf(schema: JsonSchema): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return sampleOf(first)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  if (schema.items) return [sampleOf(schema.items)]
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key))
    return Object.fromEntries(wanted.map(([key, value]) => [key, sampleOf(value)]))
  }
  const type = [schema.type].flat()[0]
  if (type === 'string') return '…'
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 1, 0)
  return type === 'boolean' ? true : null
}
