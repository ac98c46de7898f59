import { headOf } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '../context.ts'
import { invalid } from '../errors.ts'
import { camelCase } from '../record/constraint.ts'
import { oneAtATime } from '../record/quota.ts'
import type { Facts } from './declaration.ts'

/**
 * 422 where a record that no index keeps apart from another is there by now by what people know it by. One row of a file at a time asks it
 * within the same place: two files at once both found none when they were looked at.
 */
export async function refuseNamed(
  ctx: Context,
  { declared }: Facts,
  work: Work,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { table, named = [] } = declared
  const [place, last] = [named[0], named.at(-1)]
  if (!place || !last || named.some((column) => (columns[column] ?? null) === null)) return
  await oneAtATime(work, `named ${table}`, String(columns[place]))
  const same = named.map((column) => sql`${sql.ref(column)} = ${columns[column]}`)
  const { rows } = await sql`select from ${sql.table(table)} where ${sql.join(same, sql` and `)} limit 1`.execute(ctx.db)
  if (rows.length === 0) return
  const field = camelCase(last)
  invalid({ [`body.${field}`]: 'is already taken' }, { reason: 'already-taken', message: `${headOf(field)} is already taken.` })
}
