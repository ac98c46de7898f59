import { type AuditEntry, isId, type Reason, searchKey } from '@larder/contract'
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
  ticket: 'number',
  feedback: 'number',
} as const

/** Fields that hold codes of reasons, each with the list that they are of. */
const coded: Readonly<Record<string, Reason['kind']>> = { topicCode: 'ticket', tags: 'feedback', reasonCode: 'refund' }

type Told = Pick<AuditEntry, 'changes' | 'names'> & Partial<Pick<AuditEntry, 'role' | 'roleName'>>

/** The entries with what the ids and codes in them are called, and the `more` of each, by one read for all of them; those of somebody with what their role is called. */
export async function withNames<E extends Told>(
  ctx: Context,
  entries: readonly E[],
  more: (entry: E) => readonly string[] = () => [],
): Promise<E[]> {
  const idsOf = (entry: E) => [...more(entry), ...textsOf(entry)].filter(isId)
  const ids = new Set<string>(entries.flatMap(idsOf))
  const codes = entries.flatMap(codesOf)
  const roles = entries.flatMap(({ role }) => role ?? [])
  if (ids.size + codes.length + roles.length === 0) return [...entries]
  const reads = [
    ...(ids.size === 0 ? [] : Object.entries(named)).map(
      ([table, column]) => sql`select id::text, ${sql.ref(column)} as name from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`,
    ),
    sql`select ${ofRole} || key as id, name from role where key = any(${roles}::text[])`,
    sql`select kind || ' ' || code, label from order_reason where kind || ' ' || code = any(${codes.map(({ key }) => key)}::text[])`,
  ]
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(reads, sql` union all `)}`.execute(ctx.db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const toldOf = (entry: E) => [...idsOf(entry).map((id) => ({ key: id, value: id })), ...codesOf(entry)]
  return entries.map((entry) => ({
    ...entry,
    names: Object.fromEntries(toldOf(entry).flatMap(({ key, value }) => (names.has(key) ? [[value, names.get(key) ?? '']] : []))),
    ...(entry.role && { roleName: names.get(ofRole + entry.role) ?? null }),
  }))
}

const ofRole = 'role '

/** Each code of a reason with what tells it from the same one of another list. */
function codesOf({ changes }: Told): { key: string; value: string }[] {
  const known = changes.filter(({ field }) => Object.hasOwn(coded, field))
  return known.flatMap(({ field, ...sides }) =>
    textsOf({ changes: [{ field, ...sides }] }).map((value) => ({ key: `${coded[field]} ${value}`, value })),
  )
}

/** By kind up to 50 records that are called something like this; customers are looked for where they are masked, what is on a menu in its store. */
export async function findByName(ctx: Context, typed: string): Promise<Map<string, string[]>> {
  const { customer, orders, ticket, feedback, staff, item, menu_category, brand, choice_group, ...tables } = named
  const part = `%${searchKey(typed).replace(/[\\%_]/g, '\\$&')}%`
  const reads = Object.entries(tables).map(
    ([table, column]) =>
      sql`(select ${table.replace('_', '-')} as kind, id from ${sql.table(table)} where lower(${sql.ref(column)}) like ${part} limit 50)`,
  )
  const { rows } = await sql<{ kind: string; id: string }>`${sql.join(reads, sql` union all `)}`.execute(ctx.db)
  return new Map([...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, found]) => [kind, found.map(({ id }) => id)]))
}

function textsOf({ changes }: Pick<Told, 'changes'>): string[] {
  const values = changes.flatMap(({ old, new: current }) => [old, current].flat())
  return values.filter((value) => typeof value === 'string')
}
