import * as z from 'zod/mini'
import { type ErrorKind, errorKinds } from './error-kinds.ts'
import { type RefusalReason, refusalReasons } from './refusal-reasons.ts'
import { keysOf } from './values/collection.ts'

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
