import type { ImportField } from '@larder/contract'
import * as z from 'zod/mini'
import { invalid } from '../errors.ts'
import type { Values } from './read-row.ts'

/** The values of fields that a page fixes of its list, from `storeId=…&kind=option`. 422 for what no file of the list sets. */
export function readFixed(fields: readonly ImportField[], fixed: string): Values {
  const values: Values = {}
  for (const [key, value] of new URLSearchParams(fixed)) {
    const field = fields.find((each) => each.key === key)
    const read = field && z.core.safeParse(field.schema, value)
    if (!read?.success) return invalid({ 'query.fixed': 'says what no file of this list sets' })
    values[key] = read.data
  }
  return values
}
