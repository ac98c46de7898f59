import { type ChangeFieldKey, type ChangeValues, keysOf } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Item } from '#db/schema.gen.ts'
import type { Work } from '#kit/context.ts'
import type { Takes } from '#modules/choice-group/choice-price.service.ts'
import { groupsOfItem } from '#modules/choice-group/groups-of-item.service.ts'

/** Where an item keeps each field; its category is a record of its own, known by its name. */
export const itemColumns = {
  sku: { column: 'sku', type: sql`text` },
  name: { column: 'name', type: sql`text` },
  price: { column: 'price_minor', type: sql`bigint` },
  compareAt: { column: 'compare_at_minor', type: sql`bigint` },
  cost: { column: 'cost_minor', type: sql`bigint` },
  barcode: { column: 'barcode', type: sql`text` },
  description: { column: 'description', type: sql`text` },
  stock: { column: 'stock', type: sql`integer` },
  lowStock: { column: 'low_stock', type: sql`integer` },
  maxPerOrder: { column: 'max_per_order', type: sql`integer` },
  prepMinutes: { column: 'prep_minutes', type: sql`integer` },
  unit: { column: 'unit', type: sql`text` },
  taxProfileId: { column: 'tax_profile_id', type: sql`uuid` },
  vegMark: { column: 'veg_mark', type: sql`text` },
  available: { column: 'available', type: sql`boolean` },
  leadHours: { column: 'lead_hours', type: sql`integer` },
  sort: { column: 'sort', type: sql`integer` },
} as const satisfies Record<Exclude<ChangeFieldKey, 'category'>, { column: keyof Item; type: RawBuilder<unknown> }>

const keys = keysOf(itemColumns)

/** An item as change sets see it. */
export interface LiveItem {
  id: string
  version: number
  store_id: string
  category_id: string
  values: ChangeValues
  /** What comes with it. */
  groups: readonly Takes[]
}

/** What an item holds, by field, as JSON; of `item` joined to `menu_category`. */
export const itemValues: RawBuilder<ChangeValues> = sql`jsonb_build_object('category', menu_category.name, ${sql.join(
  keys.flatMap((key) => [sql.lit(key), sql.ref(`item.${itemColumns[key].column}`)]),
)})`

/** Items with what they hold, for a condition over `item`, `menu_category` and `store`. */
export function liveItems(db: Pick<ReadDatabase, 'getExecutor'>, where: RawBuilder<unknown>): Promise<LiveItem[]> {
  return sql<LiveItem>`select item.id, item.version, item.store_id, item.category_id, ${itemValues} as values, ${groupsOfItem} as groups
    from item join menu_category on menu_category.id = item.category_id where ${where}`
    .execute(db)
    .then(({ rows }) => rows)
}

/** What is written of an item; `categoryId` where its category is among it. */
export interface ItemWrite {
  id: string
  values: ChangeValues
  categoryId: string | null
}

const castOf = (key: keyof typeof itemColumns) => sql`(given.v ->> ${sql.lit(key)})::${itemColumns[key].type}`
const givenRows = (rows: readonly ItemWrite[]) =>
  sql`json_to_recordset(${JSON.stringify(rows.map(({ id, values, categoryId }) => ({ id, v: values, category_id: categoryId })))})
    as given (id uuid, v jsonb, category_id uuid)`

/** Sets these fields of items; answers with their versions. */
export async function updateItems({ db }: Work, rows: readonly ItemWrite[], at: string): Promise<ReadonlyMap<string, number>> {
  const sets = keys.map(
    (key) =>
      sql`${sql.ref(itemColumns[key].column)} = case when given.v ? ${sql.lit(key)} then ${castOf(key)} else ${sql.ref(`item.${itemColumns[key].column}`)} end`,
  )
  const { rows: written } = await sql<{ id: string; version: number }>`
    update item set ${sql.join(sets)}, category_id = coalesce(given.category_id, item.category_id), version = item.version + 1, updated_at = ${at}
    from ${givenRows(rows)} where item.id = given.id returning item.id, item.version`.execute(db)
  return new Map(written.map(({ id, version }) => [id, version]))
}

/** Adds items to a store. */
export async function insertItems({ db }: Work, storeId: string, rows: readonly ItemWrite[], at: string): Promise<void> {
  const plain = keys.filter((key) => key !== 'available' && key !== 'sort')
  await sql`insert into item (id, store_id, category_id, ${sql.join(plain.map((key) => sql.ref(itemColumns[key].column)))}, available, sort, created_at, updated_at)
    select given.id, ${storeId}::uuid, given.category_id, ${sql.join(plain.map(castOf))}, coalesce(${castOf('available')}, true),
      coalesce(${castOf('sort')}, 0), ${at}::timestamptz, ${at}::timestamptz from ${givenRows(rows)}`.execute(db)
}

/** The same values as the item's columns have them, for the record. */
export function columnsOf(values: ChangeValues, categoryId: string | null): Record<string, unknown> {
  const plain = keys.filter((key) => key in values).map((key) => [itemColumns[key].column, values[key] ?? null])
  return { ...Object.fromEntries(plain), ...(categoryId && { category_id: categoryId }) }
}
