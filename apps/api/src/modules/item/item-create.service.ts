import { type ItemFields, newId } from '@larder/contract'
import type { ReadDatabase } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { lastPlace } from '#modules/menu-category/menu-place.service.ts'
import { columnsOfItem, type ItemProblems, problemsOfItem } from './item.rules.ts'
import { type InStore, takenBy, worldsOf } from './item.world.ts'

/** What an item that is there has; its category beside it. */
export type ItemDraft = ItemFields & Required<Pick<ItemFields, 'sku' | 'name' | 'unit' | 'price'>>

const required = ['sku', 'name', 'unit', 'price'] as const

/** Whether there is all that an item has to have. */
export function isDraft(fields: ItemFields): fields is ItemDraft {
  return required.every((field) => fields[field] !== undefined)
}

/** What is wrong with each of these as a new item of a store, by field. */
export async function judgeDrafts(db: ReadDatabase, store: InStore, drafts: readonly ItemFields[]): Promise<ItemProblems[]> {
  const world = (await worldsOf(db, [store], drafts)).get(store.storeId)
  const taken = await takenBy(db, [store.storeId], drafts)
  return drafts.map((fields) => {
    const missing = required.filter((field) => fields[field] === undefined)
    const twins = (['sku', 'barcode'] as const).filter((field) => fields[field] && taken.some((other) => other[field] === fields[field]))
    const { price, unit = 'pc' } = fields
    return {
      ...(world && price && problemsOfItem(fields, { price, unit, compareAt: fields.compareAt, groups: [], mayBeFree: true }, world)),
      ...Object.fromEntries(missing.map((field) => [field, 'is required'])),
      ...Object.fromEntries(twins.map((field) => [field, 'is already taken'])),
    }
  })
}

/** Adds items that were judged to the end of a store's menu, as parts of a unit that somebody has begun, each with its entry and its event. */
export async function createItems(
  ctx: Context,
  work: Work,
  { id: storeId, branch_id: branchId }: { id: string; branch_id: string },
  drafts: readonly (ItemDraft & { categoryId: string })[],
): Promise<string[]> {
  if (drafts.length === 0) return []
  const first = await lastPlace(work, 'item', storeId)
  const rows = await work.db
    .insertInto('item')
    .values(
      drafts.map((draft, at) => ({
        ...columnsOfItem(draft),
        category_id: draft.categoryId,
        sku: draft.sku,
        name: draft.name,
        unit: draft.unit,
        price_minor: draft.price.minor,
        id: newId(ctx.clock.ms()),
        store_id: storeId,
        sort: Math.min(first + at, 99_999),
      })),
    )
    .returningAll()
    .execute()
  for (const row of rows) {
    const now = { ...row, image_ids: [] }
    work.record({
      entity: 'item',
      id: row.id,
      version: 1,
      action: 'create',
      old: null,
      new: now,
      permission: 'menu.view',
      branchId,
      storeId,
    })
  }
  return rows.map(({ id }) => id)
}
