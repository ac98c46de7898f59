import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import type { Deed, Told } from '#kit/resource/declaration.ts'
import { placesAfter } from './menu-order.decide.ts'
import { type PartTable, partEntities, partsIn } from './menu-part.ts'

interface Part {
  id: string
  store_id: string
  branch_id: string
  kind?: string
}
type Place<R> = Deed<R, { afterId: string | null }>

/** The act that puts one of a list right behind another one of the same store, or before all. What goes on by one tells it too. */
export function placingOf<R extends Part>(table: PartTable) {
  return {
    async rule({ work, row, body: { afterId } }: Place<R>) {
      if (afterId === row.id) return { afterId: 'is the one that is placed' }
      const list = afterId === null ? [] : await lockList(work, table, row)
      return afterId === null || list.some(({ id }) => id === afterId) ? null : { afterId: 'does not exist' }
    },
    async sets({ work, row, body }: Place<R>) {
      const sort = placesAfter(await lockList(work, table, row), row.id, body.afterId).get(row.id)
      return sort === undefined ? {} : { sort }
    },
    async parts({ ctx, work, row, body }: Place<R>): Promise<Told> {
      const list = await lockList(work, table, row)
      const places = placesAfter(list, row.id, body.afterId)
      const pushed = list.filter(({ id }) => id !== row.id && places.has(id))
      const updated_at = ctx.clock.instant()
      const given = JSON.stringify(pushed.map(({ id }) => ({ id, sort: places.get(id) })))
      await sql`update ${sql.table(table)} as part set sort = given.sort, version = part.version + 1, updated_at = ${updated_at}
        from jsonb_to_recordset(${given}) as given (id uuid, sort integer) where part.id = given.id`.execute(work.db)
      for (const old of pushed) {
        const now = { ...old, sort: places.get(old.id) ?? old.sort, version: old.version + 1, updated_at }
        const place = { permission: 'menu.view', branchId: row.branch_id, storeId: row.store_id } as const
        work.record({ entity: partEntities[table], id: old.id, action: 'update', version: now.version, old, new: now, ...place })
      }
      if (pushed.length > 0) work.tie()
      const before = list.findIndex(({ id }) => id === row.id)
      const after = list.filter(({ id }) => id !== row.id).findIndex(({ id }) => id === body.afterId) + 1
      return { old: { place: before + 1 }, new: { place: after + 1 } }
    },
  }
}

/** Those among which it stands, in order: of choice groups those of its kind. */
function lockList(work: Work, table: PartTable, { store_id, kind }: Part) {
  const rows = partsIn(work).selectFrom(table).selectAll().where('store_id', '=', store_id)
  const alike = kind === undefined ? rows : rows.where(sql<boolean>`kind = ${kind}`)
  return alike.orderBy('sort').orderBy('id').forUpdate().execute()
}
