import { describeIssues, isOptionalAt, maskMark, mediaTypesOf, type NamedEndpoint, type Schema } from '@larder/contract'
import * as z from 'zod/mini'
import { invalid } from '../errors.ts'
import { masksOf } from '../read/masked-fields.ts'
import { refuseForbiddenKeys } from './request-json.ts'
import { takeIllFormed, withoutIllFormed } from './row-by-row.ts'

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

const parts = ['params', 'query', 'body'] as const
const nothing = z.strictObject({})

/** The input as the endpoint's schemas give it. 422 naming every wrong field, `body.name` or `query.limit`, in plain words. */
export function parseInput({ shape }: NamedEndpoint, raw: RawInput): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  const fields: Record<string, string> = {}
  for (const part of parts) {
    const schema = shape[part]
    const value = schema || part !== 'body' ? raw[part] : (raw[part] ?? {})
    if (part === 'query') Object.assign(fields, repeatedKeys(value))
    if (schema) Object.assign(fields, maskedValues(schema, value, part))
    // A file has no values to look into, only millions of bytes.
    if (!mediaTypesOf(schema)) Object.assign(fields, unstorableValues(value, part))
    input[part] = parsePart(schema ?? nothing, value, part, fields)
  }
  const { rowByRow } = shape
  if (rowByRow && shape.body) {
    const illFormed = takeIllFormed(rowByRow, fields)
    input.illFormed = illFormed
    if (Object.keys(illFormed).length > 0)
      input.body = parsePart(shape.body, withoutIllFormed(raw.body, rowByRow, illFormed), 'body', fields)
  }
  if (Object.keys(fields).length > 0) invalid(fields)
  return input
}

/** One part of an input as its schema gives it; what is wrong with it is added to `fields`. */
export function parsePart(schema: Schema, value: unknown, part: string, fields: Record<string, string>): unknown {
  const parsed = z.core.safeParse(schema, value, { reportInput: true })
  if (parsed.success) return parsed.data
  for (const [path, words] of Object.entries(describeIssues(parsed.error.issues, part))) {
    const [, ...steps] = path.split('.')
    const isNull = valueAt(value, steps) === null && isOptionalAt(schema, steps)
    fields[path] ??= isNull ? 'must not be null: leave it out instead' : words
  }
  return undefined
}

/** What of an input has the mark of a mask, by dotted path: who reads a field masked and sends it back would write the mask over what it hides. */
export function maskedValues(schema: Schema, value: unknown, part: string): Record<string, string> {
  const sent = masksOf(schema).filter(({ path }) => String(valueAt(value, path)).includes(maskMark))
  return Object.fromEntries(sent.map(({ path }) => [[part, ...path].join('.'), 'is masked: give all of it, or leave it out']))
}

function valueAt(value: unknown, path: readonly (string | symbol)[]): unknown {
  return path.reduce((inside, step) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, step) : undefined), value)
}

function repeatedKeys(query: unknown): Record<string, string> {
  const entries = Object.entries(query ?? {})
  refuseForbiddenKeys(entries.map(([key]) => key))
  const repeated = entries.filter(([, value]) => Array.isArray(value))
  return Object.fromEntries(repeated.map(([key]) => [`query.${key}`, 'is given more than once']))
}

const control = '\0'

/**
 * What in a parsed input can't be kept as it is, by dotted path: NUL and lone surrogates (PostgreSQL refuses the one and silently
 * replaces the other), numbers that JavaScript has already rounded. Empty when all is well.
 */
export function unstorableValues(value: unknown, path: string, found: Record<string, string> = {}): Record<string, string> {
  if (typeof value === 'string') {
    if (value.includes(control)) found[path] = 'contains a NUL character'
    else if (!value.isWellFormed()) found[path] = 'contains half of a surrogate pair'
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) found[path] = 'is too large a number'
    else if (Number.isInteger(value) && !Number.isSafeInteger(value)) found[path] = 'is too large a whole number'
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key.includes(control) || !key.isWellFormed()) found[path] = 'has a key with characters that are not allowed'
      else unstorableValues(inner, `${path}.${key}`, found)
    }
  }
  return found
}
