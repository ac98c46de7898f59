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
    // What was entered decides between "is required" and "must be a number"; the schema doesn't keep it.
    const issues = result.issues.map((issue) => ({ ...issue, input: valueAt(body, (issue.path ?? []).map(String)) }))
    const errors: Record<string, FieldError> = {}
    for (const [path, words] of Object.entries(describeIssues(issues as unknown as Issues))) {
      errors[path] = { type: 'contract', message: isEmpty(valueAt(body, path.split('.'))) ? 'is required' : words }
    }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), body)
}

/** Nothing was entered: whatever the schema says of it, it is missing. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
