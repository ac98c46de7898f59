import * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'
import { describeIssues } from './issues.ts'
import { fieldOf } from './range.ts'

/** Why an object's schema does not take a value for one of its fields, in the contract's words; null where it does. */
export function refusalOf(schema: Schema, key: string, value: unknown): string | null {
  const field = fieldOf(schema, key)
  const judged = field && z.safeParse(field, value)
  return judged && !judged.success ? (Object.values(describeIssues(judged.error.issues))[0] ?? 'is not taken') : null
}
