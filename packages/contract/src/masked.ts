import * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/**
 * Marks a field that is shown whole to holders of `reveal` alone. Everybody else gets it masked and finds nothing by it: the API takes
 * what may be searched, sorted, filtered and told in a history from this mark.
 */
export function masked<T extends z.core.$ZodType>(schema: T, reveal: Permission): T & { readonly reveal: Permission } {
  return Object.assign(z.core.clone(schema), { reveal })
}

/** The permission that shows a field whole; null where whoever sees the row sees the field. */
export function revealOf(field: Schema | undefined): Permission | null {
  return field && 'reveal' in field ? (field.reveal as Permission) : null
}

/** The fields of an object by name, of a page those of its rows; none of any other shape. */
export function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
  const fields: Readonly<Record<string, Schema>> = schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {}
  const rows = 'next' in fields ? fields.rows : undefined
  return rows instanceof z.core.$ZodArray ? fieldsOf(rows._zod.def.element) : fields
}
