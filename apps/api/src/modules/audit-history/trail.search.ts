import { isId, StaffMember } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { matching } from '#kit/read/search-text.ts'
import { findByName } from './history.names.ts'

const mostPeople = 200
const orderNumber = /^([a-z]{2,5})-?(\d+)$/i

/**
 * What was typed can be whoever did it, by their name; the record, by its name, its id or an order's number; where it came from; or the
 * request. Each is found first, so that its entries come by an index. `kinds`: of records that an id may be of.
 */
export async function searchTrail(ctx: Context, typed: string, kinds: readonly string[]): Promise<Expression<SqlBool>> {
  const people = ctx.db
    .selectFrom('staff')
    .select('id')
    .where(matching(ctx, StaffMember, { name: 'staff.name' }, typed))
    .limit(mostPeople)
  const [actors, named, orders] = await Promise.all([people.execute(), findByName(ctx, typed), findOrders(ctx, typed)])
  const conditions = [
    sql<SqlBool>`audit_entry.request_id = ${typed}`,
    sql<SqlBool>`audit_entry.address = ${typed}`,
    ...(actors.length > 0 ? [sql<SqlBool>`audit_entry.actor_id = any(${actors.map(({ id }) => id)}::uuid[])`] : []),
    ...[...named, ...orders].map(([kind, ids]) => areOf(sql`= ${kind}`, ids)),
    ...(isId(typed) ? [areOf(sql`= any(${[...kinds]}::text[])`, [typed])] : []),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

// With its kind, which the index of a record's entries begins with.
function areOf(kind: Expression<unknown>, ids: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`(audit_entry.entity ${kind} and audit_entry.entity_id = any(${[...ids]}::text[]))`
}

async function findOrders(ctx: Context, typed: string): Promise<Map<string, string[]>> {
  const [, code, digits] = orderNumber.exec(typed) ?? []
  if (!code) return new Map()
  const rows = await ctx.db.selectFrom('orders').select('id').where('number', '=', `${code.toUpperCase()}-${digits}`).execute()
  return new Map(rows.length === 0 ? [] : [['order', rows.map(({ id }) => id)]])
}
