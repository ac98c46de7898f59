import { type AuditEntry, isId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'

/** What a record may name by its id, each with the column that it is called by. */
const named = {
  branch: 'name',
  area: 'name',
  store_location: 'name',
  store: 'display_name',
  cuisine: 'name',
  category_type: 'name',
  rider: 'name',
  customer: 'name',
  role: 'name',
  staff: 'name',
} as const

/** The entries with what the ids in them are called, by one read for all of them. */
export async function withNames<E extends Pick<AuditEntry, 'changes' | 'names'>>(ctx: Context, entries: readonly E[]): Promise<E[]> {
  const ids = new Set(entries.flatMap(idsOf))
  if (ids.size === 0) return [...entries]
  const reads = Object.entries(named).map(
    ([table, column]) => sql`select id, ${sql.ref(column)} as name from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`,
  )
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(reads, sql` union all `)}`.execute(ctx.db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return entries.map((entry) => ({
    ...entry,
    names: Object.fromEntries(idsOf(entry).flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? '']] : []))),
  }))
}

function idsOf({ changes }: Pick<AuditEntry, 'changes'>): string[] {
  const values = changes.flatMap(({ old, new: current }) => [old, current].flat())
  return values.filter((value) => typeof value === 'string' && isId(value)) as string[]
}
