import { type AuditEntry, isId, searchKey } from '@larder/contract'
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
  menu_category: 'name',
  brand: 'name',
  choice_group: 'name',
  item: 'name',
  tax_profile: 'name',
  rider: 'name',
  customer: 'name',
  role: 'name',
  staff: 'name',
  orders: 'number',
} as const

type Told = Pick<AuditEntry, 'changes' | 'names'>

/** The entries with what the ids in them are called, and the `more` of each, by one read for all of them. */
export async function withNames<E extends Told>(
  ctx: Context,
  entries: readonly E[],
  more: (entry: E) => readonly string[] = () => [],
): Promise<E[]> {
  const idsOf = (entry: E) => [...more(entry), ...textsOf(entry)].filter(isId)
  const ids = new Set<string>(entries.flatMap(idsOf))
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

/** By kind up to 50 records that are called something like this; customers are looked for where they are masked, what is on a menu in its store. */
export async function findByName(ctx: Context, typed: string): Promise<Map<string, string[]>> {
  const { customer, orders, staff, item, menu_category, brand, choice_group, ...tables } = named
  const part = `%${searchKey(typed).replace(/[\\%_]/g, '\\$&')}%`
  const reads = Object.entries(tables).map(
    ([table, column]) =>
      sql`(select ${table.replace('_', '-')} as kind, id from ${sql.table(table)} where lower(${sql.ref(column)}) like ${part} limit 50)`,
  )
  const { rows } = await sql<{ kind: string; id: string }>`${sql.join(reads, sql` union all `)}`.execute(ctx.db)
  return new Map([...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, found]) => [kind, found.map(({ id }) => id)]))
}

function textsOf({ changes }: Told): string[] {
  const values = changes.flatMap(({ old, new: current }) => [old, current].flat())
  return values.filter((value) => typeof value === 'string')
}
