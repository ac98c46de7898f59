import { isId, orderNumberOf, StaffMember } from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { matching } from '#kit/read/search-text.ts'
import { findByName } from './history.names.ts'

const mostPeople = 200

/**
 * What was typed can be whoever did it, by their name; the record, by its name, its id or an order's number; where it came from; or the
 * request. Each is found first, so that its entries come by an index, and only what there is stands in the condition: with an address of
 * many in sight the planner would walk all entries, newest first, for a request that none has. `kinds`: of records that an id may be of.
 */
export async function searchTrail(ctx: Context, typed: string, kinds: readonly string[]): Promise<Expression<SqlBool>> {
  const people = ctx.db
    .selectFrom('staff')
    .select('id')
    .where(matching(ctx, StaffMember, { name: 'staff.name' }, typed))
    .limit(mostPeople)
  const [actors, named, orders, sources] = await Promise.all([
    people.execute(),
    findByName(ctx, typed),
    findOrders(ctx, typed),
    findSources(ctx, typed),
  ])
  const conditions = [
    ...sources,
    ...(actors.length > 0 ? [sql<SqlBool>`audit_entry.actor_id = any(${actors.map(({ id }) => id)}::uuid[])`] : []),
    ...[...named, ...orders].map(([kind, ids]) => areOf(sql`= ${kind}`, ids)),
    ...(isId(typed) ? [areOf(sql`= any(${[...kinds]}::text[])`, [typed])] : []),
  ]
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** The request or the address that it is, if there ever was one. By the next in order: of what many have, a look through the table would seem to end soon. */
async function findSources({ db }: Context, typed: string): Promise<Expression<SqlBool>[]> {
  const { rows } = await sql<{ is_request: boolean; is_address: boolean }>`
    select coalesce((select min(request_id) from audit_entry where request_id >= ${typed}) = ${typed}, false) as is_request,
      coalesce((select min(address) from audit_entry where address >= ${typed}) = ${typed}, false) as is_address`.execute(db)
  return [
    ...(rows[0]?.is_request ? [sql<SqlBool>`audit_entry.request_id = ${typed}`] : []),
    ...(rows[0]?.is_address ? [sql<SqlBool>`audit_entry.address = ${typed}`] : []),
  ]
}

// With its kind, which the index of a record's entries begins with.
function areOf(kind: Expression<unknown>, ids: readonly string[]): Expression<SqlBool> {
  return sql<SqlBool>`(audit_entry.entity ${kind} and audit_entry.entity_id = any(${[...ids]}::text[]))`
}

async function findOrders(ctx: Context, typed: string): Promise<Map<string, string[]>> {
  const number = orderNumberOf(typed)
  if (number === null) return new Map()
  const rows = await ctx.db.selectFrom('orders').select('id').where('number', '=', number).execute()
  return new Map(rows.length === 0 ? [] : [['order', rows.map(({ id }) => id)]])
}
