import { describeIssues, mediaTypesOf, type NamedEndpoint, type Schema } from '@larder/contract'
import * as z from 'zod/mini'
import { invalid } from '../errors.ts'
import { refuseForbiddenKeys } from './request-json.ts'
import { unstorableValues } from './request-values.ts'

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
    // A file has no values to look into, only millions of bytes.
    if (!mediaTypesOf(schema)) Object.assign(fields, unstorableValues(value, part))
    input[part] = parsePart(schema ?? nothing, value, part, fields)
  }
  if (Object.keys(fields).length > 0) invalid(fields)
  return input
}

function parsePart(schema: Schema, value: unknown, part: string, fields: Record<string, string>): unknown {
  const parsed = z.core.safeParse(schema, value, { reportInput: true })
  if (parsed.success) return parsed.data
  for (const [path, words] of Object.entries(describeIssues(parsed.error.issues, part))) fields[path] ??= words
  return undefined
}

function repeatedKeys(query: unknown): Record<string, string> {
  const entries = Object.entries(query ?? {})
  refuseForbiddenKeys(entries.map(([key]) => key))
  const repeated = entries.filter(([, value]) => Array.isArray(value))
  return Object.fromEntries(repeated.map(([key]) => [`query.${key}`, 'is given more than once']))
}
