import { toNestErrors } from '@hookform/resolvers'
import { describeIssues, type Schema } from '@larder/contract'
import type { FieldError, Resolver } from 'react-hook-form'

export type Values = Record<string, unknown>
type Issues = Parameters<typeof describeIssues>[0]

/** A field's value that can't be sent yet; `unfinished` says why, after the field's label: "is still uploading". */
export interface Unfinished {
  unfinished: string
}
export function isUnfinished(value: unknown): value is Unfinished {
  return typeof value === 'object' && value !== null && 'unfinished' in value
}

/** Validates a form with the contract's own schema; `complete` makes the body that would be sent of what the form holds. */
export function contractResolver(schema: Schema, complete: (values: Values) => unknown): Resolver<Values> {
  return async (values, _context, options) => {
    const waiting = Object.entries(values).flatMap(([key, value]) => (isUnfinished(value) ? [[key, errorOf(value)]] : []))
    if (waiting.length > 0) return { values: {}, errors: toNestErrors<Values>(Object.fromEntries(waiting), options) }
    const body = complete(values)
    const result = await schema['~standard'].validate(body)
    if (!result.issues) return { values, errors: {} }
    // What was entered decides between "is required" and "must be a number"; the schema doesn't keep it.
    const issues = result.issues.map((issue) => ({ ...issue, input: valueAt(body, (issue.path ?? []).map(String)) }))
    const errors: Record<string, FieldError> = {}
    // What is wrong with the whole comes before what is wrong with its parts: it would take their place.
    const told = Object.entries(describeIssues(issues as unknown as Issues)).sort(([a], [b]) => depthOf(a) - depthOf(b))
    for (const [path, words] of told) {
      errors[path] = { type: 'contract', message: isEmpty(valueAt(body, path.split('.'))) ? 'is required' : words }
    }
    return { values: {}, errors: toNestErrors<Values>(errors, options) }
  }
}

function errorOf({ unfinished }: Unfinished): FieldError {
  return { type: 'unfinished', message: unfinished }
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), body)
}

function depthOf(path: string): number {
  return path.split('.').length
}

/** Nothing was entered: whatever the schema says of it, it is missing. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
