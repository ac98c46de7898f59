import * as z from 'zod/mini'
import { type RefusalReason, refusalReasons } from './refusal-reasons.ts'
import { keysOf } from './values/collection.ts'

/** Every kind of failure and its HTTP status. 403 is kept for one thing: the session is over (decision 0002). */
export const errorKinds = {
  invalid: 422,
  malformed: 400,
  credentials: 401,
  'not-permitted': 401,
  'session-over': 403,
  'not-found': 404,
  'wrong-method': 405,
  stale: 409,
  refused: 409,
  'too-large': 413,
  'unsupported-media': 415,
  limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorKind = keyof typeof errorKinds

const reasons: RefusalReason[] = Object.values(refusalReasons).flatMap((words) => keysOf(words))

/**
 * The value of an error body's `error`. `reason` is a stable word of `refusalReasons`, one of those of its kind;
 * `message` is a sentence for a person; `fields` maps a dotted input path (`body.name`) to what is wrong with it.
 * `current` carries the newer row of a stale write.
 */
export const ApiError = z.strictObject({
  kind: z.enum(Object.keys(errorKinds) as [ErrorKind, ...ErrorKind[]]),
  reason: z.enum(reasons),
  message: z.string(),
  fields: z.record(z.string(), z.string()),
  requestId: z.string(),
  current: z.optional(z.unknown()),
})
export type ApiError = z.infer<typeof ApiError>

export const ErrorBody = z.strictObject({ error: ApiError })
export type ErrorBody = z.infer<typeof ErrorBody>

/** Tells an error value from a response body: the transport yields either (specification, section 7). */
export function isApiError(value: unknown): value is ApiError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'requestId' in value &&
    'fields' in value &&
    String(value.kind) in errorKinds
  )
}
