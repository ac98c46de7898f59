import * as everything from '@larder/contract'
import { maskOf, mediaTypesOf, type NamedEndpoint, type Schema } from '@larder/contract'
import * as z from 'zod/mini'
import { systemClock } from '../clock.ts'
import { manyOf } from '../plural.ts'
import { exampleOf } from './example.ts'
import { fieldWords } from './field-words.ts'
import { type JsonSchema, nameOf, prefix } from './outline.ts'
import { schemaWords } from './schema-words.ts'

const maskedWithout = 'x-masked-without'
const safe = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

type Part = 'params' | 'query' | 'body' | 'response'

export interface DocumentedSchemas {
  /** The form of a part of an endpoint: a reference where it has a name. */
  partOf(endpoint: NamedEndpoint, part: Part): JsonSchema
  /** The properties of a part whatever its name: a query and a path are read one by one. */
  fieldsOf(endpoint: NamedEndpoint, part: 'params' | 'query'): JsonSchema
  /** A value of the part's form that a caller could send. */
  exampleOf(endpoint: NamedEndpoint, part: Part): unknown
  /** Every schema with a name that these parts, or `roots`, lead to. */
  components(roots: readonly string[]): Record<string, JsonSchema>
  /** Names whose schema is not the same where it is sent and where it is told: they would need two. */
  differing(): string[]
}

/** The contract's schemas as JSON Schema. What the contract exports goes by the name of its export, everywhere. */
export function documentSchemas(endpoints: readonly NamedEndpoint[]): DocumentedSchemas {
  const { names, words } = namesOf(endpoints)
  const sent = convert(endpoints, ['params', 'query', 'body'], { names, words, io: 'input' })
  const told = convert(endpoints, ['response'], { names, words, io: 'output' })
  const all = { ...told, ...sent }
  const used = new Set<string>()
  const now = systemClock.instant()
  const idOf = (endpoint: NamedEndpoint, part: Part) => names.get(schemaAt(endpoint, part)) ?? `${endpoint.name} ${part}`
  const at = (endpoint: NamedEndpoint, part: Part) => (part === 'response' ? told : sent)[idOf(endpoint, part)] ?? {}
  const resolve = (name: string) => all[name] ?? {}
  return {
    partOf(endpoint, part) {
      const name = names.get(schemaAt(endpoint, part))
      const schema = name ? { $ref: prefix + name } : at(endpoint, part)
      collect(schema, resolve, used)
      return schema
    },
    fieldsOf(endpoint, part) {
      const schema = at(endpoint, part)
      collect(schema, resolve, used)
      const fields = Object.entries(schema.properties ?? {})
      // What cuts a list says which rows, where the same field of a row says what it is.
      const asked = fields.map(([key, field]) => {
        const description = fieldWords[`${endpoint.name} ${part}.${key}`] ?? fieldWords[`${part}.${key}`] ?? field.description
        return [key, description === undefined ? field : { ...field, description }]
      })
      return { ...schema, properties: Object.fromEntries(asked) }
    },
    exampleOf(endpoint, part) {
      const own = part === 'response' ? undefined : endpoint.shape.example?.[part]
      const example = exampleOf(at(endpoint, part), { resolve, now })
      return own ? { ...(example as object), ...own } : example
    },
    components(roots) {
      for (const name of roots) collect({ $ref: prefix + name }, resolve, used)
      return Object.fromEntries([...used].sort().map((name) => [name, resolve(name)]))
    },
    differing: () => [...used].filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(told[name])),
  }
}

const schemaAt = ({ shape }: NamedEndpoint, part: Part): Schema => shape[part] ?? nothing
const nothing = z.strictObject({})

interface Naming {
  names: Map<Schema, string>
  /** What a resource's schemas are, in words, by their names. */
  words: Map<string, string>
}

/** What the contract exports by its export's name; what a resource is made of by the resource's. */
function namesOf(endpoints: readonly NamedEndpoint[]): Naming {
  const naming: Naming = { names: new Map(), words: new Map() }
  const name = (schema: Schema | undefined, word: string, words?: string) => {
    if (!schema || mediaTypesOf(schema) || naming.names.has(schema) || taken.has(word)) return
    naming.names.set(schema, word)
    taken.add(word)
    if (words) naming.words.set(word, words)
  }
  const taken = new Set<string>()
  for (const [word, value] of Object.entries(everything)) if (isSchema(value)) name(value, word)
  for (const { name: full, entity, shape } of endpoints) {
    const [word, thing] = [pascalCase(entity), entity.replaceAll('-', ' ')]
    const one = `${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}`
    const verb = full.slice(entity.length + 1)
    if (verb === 'get') name(shape.response, word, `${one.charAt(0).toUpperCase()}${one.slice(1)}.`)
    if (verb === 'create') name(shape.body, `${word}Draft`, `A new ${thing}.`)
    if (verb === 'update') name(shape.body, `${word}Change`, `What is to change of ${one}.`)
    if (shape.query && 'next' in (shapeOf(shape.response) ?? {})) name(shape.response, `${word}Page`, `A page of ${manyOf(entity)}.`)
  }
  return naming
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value
}

function shapeOf(schema: Schema): object | undefined {
  const { def } = schema._zod
  return 'shape' in def ? (def.shape as object) : undefined
}

function convert(endpoints: readonly NamedEndpoint[], parts: readonly Part[], { names, words, io }: Naming & { io: 'input' | 'output' }) {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  for (const endpoint of endpoints)
    for (const part of parts) {
      const schema = endpoint.shape[part]
      if (schema && !mediaTypesOf(schema) && !names.has(schema)) registry.add(schema, { id: `${endpoint.name} ${part}` })
    }
  const { schemas } = z.toJSONSchema(registry, { io, unrepresentable: 'any', uri: (id) => prefix + id, override: tellMask })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, told(schema as JsonSchema, id, words.get(id))]))
}

function tellMask({ zodSchema, jsonSchema }: { zodSchema: Schema; jsonSchema: object }): void {
  const mask = maskOf(zodSchema)
  if (mask) Object.assign(jsonSchema, { [maskedWithout]: mask.reveal })
}

/** A schema as strangers read it: in words, and without what says nothing. */
function told(schema: JsonSchema, name: string, description: string | undefined): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema as JsonSchema & { $schema?: string; $id?: string }
  return { ...(schemaWords[name] ?? (description && { description })), ...plain(rest, name) }
}

/** `within`: the field of the schema of that name that this one is inside of. */
function plain(schema: JsonSchema, name: string, within = ''): JsonSchema {
  const { pattern, ...rest } = schema
  const isUnbounded = rest.minimum === safe.minimum && rest.maximum === safe.maximum
  const { minimum, maximum, ...withoutBounds } = rest
  const kept: JsonSchema = isUnbounded ? withoutBounds : rest
  // A format says what a pattern of a hundred characters does.
  if (pattern !== undefined && kept.format === undefined) kept.pattern = pattern
  for (const key of ['anyOf', 'oneOf'] as const) {
    if (kept[key]) kept[key] = kept[key].map((branch) => plain(branch, name, within))
  }
  if (kept.items) kept.items = plain(kept.items, name, within)
  if (typeof kept.additionalProperties === 'object') kept.additionalProperties = plain(kept.additionalProperties, name, within)
  if (kept.properties) {
    const fields = Object.entries(kept.properties)
    const places = within === '' ? [name] : [`${name}.${within}`, name]
    kept.properties = Object.fromEntries(
      fields.map(([key, field]) => [key, { ...plain(field, name, key), ...wordsOf(places, key, field) }]),
    )
  }
  return kept
}

function wordsOf(places: readonly string[], key: string, { [maskedWithout]: reveal, type }: JsonSchema): JsonSchema {
  const masked = reveal === undefined ? undefined : reveal === null ? 'Masked for everybody.' : `Masked for callers without \`${reveal}\`.`
  const part = places.at(-1)?.split(' ').at(1)
  const own = [...places, part, type].map((place) => fieldWords[`${place}.${key}`]).find(Boolean)
  const told = [own ?? fieldWords[key], masked].filter(Boolean)
  return told.length === 0 ? {} : { description: told.join(' ') }
}

function collect(schema: JsonSchema, resolve: (name: string) => JsonSchema, found: Set<string>): void {
  if (schema.$ref) {
    const name = nameOf(schema.$ref)
    if (found.has(name)) return
    found.add(name)
    collect(resolve(name), resolve, found)
  }
  const values = schema.additionalProperties
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...Object.values(schema.properties ?? {})]
  for (const one of [...inside, ...(schema.items ? [schema.items] : []), ...(typeof values === 'object' ? [values] : [])])
    collect(one, resolve, found)
}

function pascalCase(word: string): string {
  return word.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
