import type { ImportField } from '@larder/contract'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Values } from './read-row.ts'
import { findReferences } from './references.ts'

/**
 * The values of fields that a page fixes of its list, from `storeId=…&kind=option`. 422 for what no file of the list sets, and for a record
 * that the caller does not reach, before anything of the list is looked at: what is said of its rows would tell of others' records.
 */
export async function readFixed(ctx: Context, fields: readonly ImportField[], fixed: string): Promise<Values> {
  const values: Values = {}
  for (const [key, value] of new URLSearchParams(fixed)) {
    const field = fields.find((each) => each.key === key)
    const read = field && z.core.safeParse(field.schema, value)
    if (!field || !read?.success) return invalid({ 'query.fixed': 'says what no file of this list sets' })
    if (field.form === 'record') await refuseUnreached(ctx, field, value)
    values[key] = read.data
  }
  return values
}

async function refuseUnreached(ctx: Context, field: ImportField, id: string): Promise<void> {
  const find = await findReferences(ctx, field, [{ name: '', id }])
  const found = find('', id, undefined)
  if ('problem' in found) invalid({ [`query.fixed.${field.key}`]: found.problem }, { message: `${field.head} ${found.problem}.` })
}
