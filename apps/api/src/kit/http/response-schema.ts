import { mediaTypesOf, type NamedEndpoint, type Schema } from '@larder/contract'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'

type JsonSchema = Record<string, unknown>
type Serializer = (output: Record<string, unknown>) => string

const made = new WeakMap<Schema, Serializer>()

/** What writes an answer as JSON, cut to its schema: what that does not name never leaves. Made once for a process. */
export function serializerOf(reply: FastifyReply, response: Schema): Serializer {
  const before = made.get(response)
  if (before) return before
  const serializer = reply.compileSerializationSchema(responseSchema(response))
  made.set(response, serializer)
  return serializer
}

/** The JSON Schema that an answer is cut to. */
export function responseSchema(response: Schema): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(response, { io: 'output', unrepresentable: 'any', target: 'draft-7' })
  return simplified(schema) as JsonSchema
}

/** Throws when an answer is not what its schema says, unknown keys included. */
export function checkResponse(endpoint: NamedEndpoint, output: unknown): void {
  const sent = mediaTypesOf(endpoint.shape.response) ? output : JSON.parse(JSON.stringify(output ?? null))
  const parsed = z.core.safeParse(endpoint.shape.response, sent)
  if (parsed.success) return
  const [issue] = parsed.error.issues
  throw new Error(
    `${endpoint.name} answers what its schema does not allow, at ${issue?.path.map(String).join('.')}: ${JSON.stringify(issue)}`,
  )
}

const bounds = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'maxProperties', 'pattern', 'format'])

/**
 * `X or null` as one schema with two types: the serializer then needs no validator to choose between them. Without bounds: they are of
 * what comes in, and what is stored already is told as it is.
 */
function simplified(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplified)
  if (typeof node !== 'object' || node === null) return node
  const told = Object.entries(node).filter(([key, value]) => !bounds.has(key) || typeof value === 'object')
  const schema: JsonSchema = Object.fromEntries(told.map(([key, value]) => [key, simplified(value)]))
  return withoutNullBranch(schema)
}

function withoutNullBranch(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const branches = anyOf as JsonSchema[]
  const some = branches.find((branch) => branch.type !== 'null')
  if (!some || branches.every((branch) => branch.type !== 'null')) return schema
  if (Object.keys(some).length === 0) return rest
  if (typeof some.type !== 'string') return schema
  return { ...rest, ...some, type: [some.type, 'null'], ...(Array.isArray(some.enum) ? { enum: [...some.enum, null] } : {}) }
}
