import { Refusal } from '../errors.ts'
import { columnsOf, isForeignKeyViolation, isUniqueViolation } from './sqlstate.ts'

/**
 * What a broken constraint means to the person who typed the draft: a taken value (422 on its field), a reference to something
 * that is not there (422), or a row that others still use (409 `in-use`). Any other error comes back as it was.
 */
export function explainConstraint(error: unknown, entity: string, draftFields: readonly string[]): unknown {
  if (isUniqueViolation(error)) {
    const field = fieldOf(columnsOf(error), draftFields)
    const fields = { [`body.${field}`]: 'is already taken' }
    return new Refusal('invalid', {
      reason: 'already-taken',
      message: `Another ${words(entity)} has this ${words(field)}.`,
      fields,
      cause: error,
    })
  }
  if (!isForeignKeyViolation(error)) return error
  if (error.detail?.includes('still referenced')) {
    const message = `This ${words(entity)} is used by ${words(error.table ?? 'other records')} records and cannot be deleted.`
    return new Refusal('refused', { reason: 'in-use', message, cause: error })
  }
  const field = fieldOf(columnsOf(error), draftFields)
  const fields = { [`body.${field}`]: 'does not exist' }
  return new Refusal('invalid', {
    reason: 'reference-not-found',
    message: 'Something that this refers to does not exist.',
    fields,
    cause: error,
  })
}

// The last column of a key is the one that people type; the ones before it say within what.
function fieldOf(columns: string[], draftFields: readonly string[]): string {
  const names = columns.map(camelCase)
  return names.findLast((name) => draftFields.includes(name)) ?? names.at(-1) ?? 'id'
}

/** `display_name` as `displayName`. */
export function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function words(name: string): string {
  return name.replace(/[-_]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
