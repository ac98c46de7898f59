import { errorKinds } from './error-kinds.ts'
import type { ApiError } from './errors.ts'

/**
 * Tells an error value from a response body: the transport yields either (specification, section 7). Apart from the schema, whose reasons
 * the web has no use for.
 */
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
