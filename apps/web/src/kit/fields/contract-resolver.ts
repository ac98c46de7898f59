import { toNestErrors } from '@hookform/resolvers'
import { describeIssues, type Schema } from '@larder/contract'
import type { FieldError, Resolver } from 'react-hook-form'

export type Values = Record<string, unknown>
type Issues = Parameters<typeof describeIssues>[0]

/** Validates a form with the contract's own schema; `complete` makes the body that would be sent of what the form holds. */
export function contractResolver(schema: Schema, complete: (values: Values) => unknown): Resolver<Values> {
  return async (values, _context, options) => {
    const body = complete(values)
    const result = await schema['~standard'].validate(body)
    if (!result.issues) return { values, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const [path, words] of Object.entries(describeIssues(result.issues as Issues))) {
      errors[path] = { type: 'contract', message: isEmptyAt(body, path) ? 'is required' : words }
    }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }
}

/** Nothing was entered there: whatever the schema says of it, it is missing. */
function isEmptyAt(body: unknown, path: string): boolean {
  let value = body
  for (const key of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return value === null || value === undefined || value === ''
}
