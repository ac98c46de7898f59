import type { Context, Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import type { Deed, OwnRow, Problems, Told } from '#kit/resource/declaration.ts'
import { updateItems } from '#modules/item/item-write.service.ts'
import { type PartTable, partEntities, partsIn } from './menu-part.ts'

/** What of one a merge looks at. */
export interface MergedPart {
  id: string
  store_id: string
  branch_id: string
  name: string
  items: number
}
export interface Into {
  into: { id: string; version: number }
}
type Own<T extends PartTable> = OwnRow<T> & { id: string; store_id: string; name: string; version: number }

type Maybe<T> = T | Promise<T>

interface Merging<T extends PartTable, R, B extends Into> {
  /** Why it cannot go into that one, by field; null where it can. */
  problemWith(deed: Deed<R, B>, kept: Own<T>): Maybe<Problems<B> | null>
  /** Gives the items to the one that is kept, and tells what that was and is of both. */
  moves(deed: Deed<R, B>, kept: Own<T>): Promise<{ own: Told; kept: Told }>
}

/**
 * The act by which the items of one go to another of the same menu. The one that is kept stays as it is; the other one stays too, without
 * items, so that they can be given back to it.
 */
export function mergingOf<T extends PartTable, R extends MergedPart, B extends Into = Into>(
  table: T,
  { problemWith, moves }: Merging<T, R, B>,
) {
  return {
    // Both in the order of ids, as whoever else changes several holds them.
    async before({ work, id, body: { into } }: Pick<Deed<R, B>, 'work' | 'body'> & { id: string }): Promise<void> {
      const both = partsIn(work)
        .selectFrom(table as PartTable)
        .select('id')
        .where('id', 'in', [id, into.id])
      await both.orderBy('id').forUpdate().execute()
    },
    whyNot: ({ items }: R) => (items > 0 ? null : 'Nothing uses it: there is nothing to merge.'),
    async rule(deed: Deed<R, B>): Promise<Problems<B> | null> {
      const { row, body } = deed
      if (body.into.id === row.id) return problemOf('id', 'is the one that is merged')
      const kept = await lockPart(deed.work, table, body.into.id)
      if (kept?.store_id !== row.store_id) return problemOf('id', 'does not exist')
      if (kept.version !== body.into.version) return problemOf('version', 'was changed meanwhile: look at it as it is now')
      return problemWith(deed, kept)
    },
    async parts(deed: Deed<R, B>): Promise<Told> {
      const { ctx, work, row, body } = deed
      const kept = (await lockPart(work, table, body.into.id)) as Own<T>
      const told = await moves(deed, kept)
      const now = { version: kept.version + 1, updated_at: ctx.clock.instant() }
      await partsIn(work)
        .updateTable(table as PartTable)
        .set(now)
        .where('id', '=', kept.id)
        .execute()
      work.tie()
      work.record({
        entity: partEntities[table],
        id: kept.id,
        action: 'update',
        version: now.version,
        old: { ...kept, ...told.kept.old },
        new: { ...kept, ...now, ...told.kept.new, merged: row.name },
        permission: 'menu.view',
        branchId: row.branch_id,
        storeId: row.store_id,
      })
      return { old: told.own.old, new: { ...told.own.new, into: kept.name } }
    },
  }
}

const problemOf = <B extends Into>(field: keyof Into['into'], problem: string) => ({ [`into.${field}`]: problem }) as Problems<B>

/** The act where items are of one each: a category, a brand. Each item's own history tells which it is of now; one without items is not shown. */
export function mergingOfOne<T extends 'menu_category' | 'brand'>(table: T, field: 'categoryId' | 'brandId') {
  const merging = mergingOf<T, MergedPart & { active: boolean }>(table, {
    problemWith: async ({ work, row }, kept) =>
      row.active && !(await isShown(work, kept as Own<'menu_category'>))
        ? { 'into.id': 'is not shown to customers: its items would disappear' }
        : null,
    async moves({ ctx, work, row }, kept) {
      await moveItems(ctx, work, { field, from: row.id, to: kept.id })
      // What tills call the one means the other from now on.
      if (table === 'menu_category')
        await work.db.updateTable('outside_record').set({ category_id: kept.id }).where('category_id', '=', row.id).execute()
      return { own: { old: {}, new: {} }, kept: { old: {}, new: {} } }
    },
  })
  return { ...merging, sets: () => ({ active: false }) }
}

/** Neither it nor the category above it is hidden. */
async function isShown(work: Work, { active, parent_id }: { active?: boolean; parent_id?: string | null }): Promise<boolean> {
  if (!active || !parent_id) return active === true
  const above = await work.db.selectFrom('menu_category').select('active').where('id', '=', parent_id).executeTakeFirst()
  return above?.active === true
}

interface Move {
  field: 'categoryId' | 'brandId'
  from: string
  to: string
}

async function moveItems(ctx: Context, work: Work, { field, from, to }: Move): Promise<void> {
  const column = field === 'brandId' ? 'brand_id' : 'category_id'
  const items = await work.db.selectFrom('item').select('id').where(column, '=', from).orderBy('id').execute()
  const writes = items.map(({ id }) => ({ id, fields: { [field]: to } }))
  const cells = (await updateItems(ctx, work, writes)).flatMap((verdict) => verdict.cells)
  const refused = cells.find(({ outcome }) => outcome !== 'written')
  if (refused) invalid({ 'body.into.id': refused.because ?? 'does not fit its items' })
}

async function lockPart<T extends PartTable>(work: Work, table: T, id: string): Promise<Own<T> | undefined> {
  const row = await partsIn(work)
    .selectFrom(table as PartTable)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as Own<T> | undefined
}
