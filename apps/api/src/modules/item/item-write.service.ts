import type { ItemCell, ItemFields, itemContract, Output, Parsed } from '@larder/contract'
import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import { can, inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { isUniqueViolation } from '#kit/record/sqlstate.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { groupsOfItems } from '#modules/choice-group/choice-price.service.ts'
import { keepPictures } from './item.pictures.ts'
import { itemRows, picturesOfItem, presentItem } from './item.rows.ts'
import { columnsOfItem, movesPrice } from './item.rules.ts'
import { takenBy, worldsOf } from './item.world.ts'
import { fieldsOfRow, judgeFields, type OwnItem, type Wanted } from './item-fields.ts'

/** An item with what is to become of some of its fields. */
export interface ItemWrite extends Wanted {
  id: string
}

/** What became, or would become, of each field of it; `own` is null of an item that is not there, or out of reach. */
export interface ItemVerdict {
  id: string
  own: OwnItem | null
  cells: ItemCell[]
  /** The fields that are to be written. */
  fields: ItemFields
}

const scope = { branch: 'store.branch_id', store: 'item.store_id' } as const

/** What would become of each field: a look that writes nothing. However many items, in four statements. */
export function judgeItems(ctx: Context, db: ReadDatabase, writes: readonly ItemWrite[]): Promise<ItemVerdict[]> {
  return judged(ctx, db, writes, false)
}

/**
 * Writes fields of many items as parts of a unit that somebody has begun, each with its entry in the record and its event. What is so already, what
 * somebody else changed meanwhile (where the writer says what they saw) and what cannot be is left as it is and told, field by field. However
 * many items, in a handful of statements. The unit is a change set where anything was written; else nothing is recorded.
 */
export async function updateItems(ctx: Context, work: Work, writes: readonly ItemWrite[]): Promise<ItemVerdict[]> {
  const verdicts = await judged(ctx, readOnly(work.db), writes, true)
  const changed = verdicts.flatMap(({ own, fields }) => (own && Object.keys(fields).length > 0 ? [{ own, fields }] : []))
  if (changed.length === 0) return verdicts
  const now = ctx.clock.instant()
  await writeRows(work, changed, now)
  await keepPictures(work, new Map(changed.flatMap(({ own, fields: { imageIds } }) => (imageIds ? [[own.id, imageIds] as const] : []))))
  work.tie()
  for (const { own, fields } of changed) {
    const place = { permission: 'menu.view', branchId: own.branch_id, storeId: own.store_id } as const
    const sides = {
      old: own,
      new: { ...own, ...rowOf({ ...fieldsOfRow(own, now), ...fields }), image_ids: fields.imageIds ?? own.image_ids },
    }
    work.record({ entity: 'item', id: own.id, version: own.version + 1, action: 'update', ...sides, ...place })
  }
  return verdicts
}

/** Many fields of many items at once, as a grid sends them. */
export async function writeItems(ctx: Context, input: Parsed<typeof itemContract.write>): Promise<Output<typeof itemContract.write>> {
  try {
    return await writeOnce(ctx, input)
  } catch (error) {
    // Another call took a code meanwhile: looked at anew, that field alone is refused.
    if (isUniqueViolation(error)) return writeOnce(ctx, input)
    throw error
  }
}

function writeOnce(ctx: Context, { body }: Parsed<typeof itemContract.write>): Promise<Output<typeof itemContract.write>> {
  return unitOfWork(ctx, async (work) => {
    const verdicts = await updateItems(ctx, work, body.items)
    const isWritten = verdicts.some(({ fields }) => Object.keys(fields).length > 0)
    if (!isWritten) work.nothing()
    const now = ctx.clock.instant()
    const ids = verdicts.flatMap(({ own }) => own?.id ?? [])
    const rows = await itemRows(readOnly(work.db))
      .where('item.id', 'in', [...ids, noId])
      .execute()
    const byId = new Map(rows.map((row) => [row.id, presentItem(row, now)]))
    return { items: verdicts.map(({ id, cells }) => ({ id, item: byId.get(id) ?? null, cells })) }
  })
}

// So that a list of none is one too.
const noId = '00000000-0000-0000-0000-000000000000'

async function judged(ctx: Context, db: ReadDatabase, writes: readonly ItemWrite[], locks: boolean): Promise<ItemVerdict[]> {
  const found = await findOwn(
    ctx,
    db,
    writes.map(({ id }) => id),
    locks,
  )
  const stores = [...new Map([...found.values()].map((own) => [own.store_id, { storeId: own.store_id, currency: own.currency }])).values()]
  const named = writes.map(({ fields }) => fields)
  const worlds = await worldsOf(db, stores, named)
  const taken = await takenBy(
    db,
    stores.map(({ storeId }) => storeId),
    named,
  )
  // Read once they are held: what comes with them is changed by nobody else meanwhile.
  const moved = writes.filter(({ fields }) => movesPrice(fields)).map(({ id }) => id)
  const groups = moved.length > 0 ? await groupsOfItems(db, moved) : new Map<string, never>()
  const edits = can(ctx, 'menu.edit') || can(ctx, 'channel:stores')
  const judge = { now: ctx.clock.instant(), edits, mayBeFree: ctx.actor.kind === 'channel' }
  return writes.map(({ id, fields, seen, free }, at) => {
    const own = found.get(id)
    const world = own && worlds.get(own.store_id)
    const isTwice = writes.findIndex((write) => write.id === id) < at
    if (!own || !world || isTwice) return { id, own: null, cells: [], fields: {} }
    const isTaken = (field: 'sku' | 'barcode', value: string) =>
      taken.some((other) => other.store_id === own.store_id && other[field] === value && other.id !== id) ||
      writes.slice(0, at).some((other) => other.fields[field] === value && found.get(other.id)?.store_id === own.store_id)
    return { id, own, ...judgeFields(own, { fields, seen, free }, { ...judge, world, groups: groups.get(id) ?? [], isTaken }) }
  })
}

async function findOwn(ctx: Context, db: ReadDatabase, ids: readonly string[], locks: boolean): Promise<Map<string, OwnItem>> {
  const rows = inScope(ctx, db.selectFrom('item').innerJoin('store', 'store.id', 'item.store_id'), scope)
    .selectAll('item')
    .select(['store.currency', 'store.branch_id', picturesOfItem.as('image_ids')])
    .where('item.id', 'in', [...ids])
    .orderBy('item.id')
  const found = await (locks ? rows.modifyEnd(sql`for no key update of item`) : rows).execute()
  return new Map(found.map((row) => [row.id, row]))
}

/** The columns of an item whose fields are these; its week's hours as they are, for a row of JSON. */
function rowOf(fields: Required<ItemFields>) {
  const { schedule } = fields
  return { ...columnsOfItem(fields), schedule: schedule && schedule.length > 0 ? schedule : null }
}

async function writeRows({ db }: Work, changed: readonly { own: OwnItem; fields: ItemFields }[], now: string): Promise<void> {
  const rows = changed.map(({ own, fields }) => ({ id: own.id, ...rowOf({ ...fieldsOfRow(own, now), ...fields }) }))
  await sql`update item set category_id = given.category_id, brand_id = given.brand_id, sku = given.sku, barcode = given.barcode, name = given.name,
      description = given.description, unit = given.unit, price_minor = given.price_minor, compare_at_minor = given.compare_at_minor,
      cost_minor = given.cost_minor, tax_profile_id = given.tax_profile_id, veg_mark = given.veg_mark, allergens = given.allergens,
      prep_minutes = given.prep_minutes, lead_hours = given.lead_hours, stock = given.stock, low_stock = given.low_stock, available = given.available,
      snoozed_until = given.snoozed_until, schedule = given.schedule, max_per_order = given.max_per_order, sort = given.sort,
      version = item.version + 1, updated_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}) as given (id uuid, category_id uuid, brand_id uuid, sku text, barcode text, name text,
      description text, unit text, price_minor bigint, compare_at_minor bigint, cost_minor bigint, tax_profile_id uuid, veg_mark text, allergens text[],
      prep_minutes integer, lead_hours integer, stock integer, low_stock integer, available boolean, snoozed_until timestamptz, schedule jsonb,
      max_per_order integer, sort integer)
    where item.id = given.id`.execute(db)
}
