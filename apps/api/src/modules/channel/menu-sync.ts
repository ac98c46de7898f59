import { type channelContract, freeWords, type Id, type ItemFields, type Parsed, type SyncedMenu } from '@larder/contract'
import { readOnly } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { isUniqueViolation } from '#kit/record/sqlstate.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { freeAmong } from '#modules/choice-group/choice-price.service.ts'
import { createItems, isDraft, judgeDrafts } from '#modules/item/item-create.service.ts'
import { judgeItems, updateItems } from '#modules/item/item-write.service.ts'
import { storeScope } from './catalogue.ts'
import { type Categories, keepCategories } from './menu-sync-categories.ts'
import { readRows, type Syncing, type SyncRow } from './menu-sync-rows.ts'
import { asStore } from './open-mode.ts'

type Input = Parsed<typeof channelContract.syncMenu>

/**
 * Items of a store's menu as its till or app has them: known by what that calls them, else by their code. Each is added or changed by the rules of
 * an item, with an entry and an event of its own; of what is refused nothing is written, and the others are.
 */
export async function syncMenu(ctx: Context, input: Input): Promise<SyncedMenu> {
  try {
    return await syncOnce(ctx, input)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // Somebody else gave the same code or name meanwhile: it is there now, and seen.
    return syncOnce(ctx, input)
  }
}

function syncOnce(ctx: Context, { params, body, illFormed }: Input): Promise<SyncedMenu> {
  return unitOfWork(ctx, async (work) => {
    const db = readOnly(work.db)
    const own = inScope(ctx, db.selectFrom('store').select(['store.id', 'store.branch_id', 'store.currency']), storeScope)
    const found = own.where('store.id', '=', params.id).where('store.status', '<>', 'terminated')
    const store = (await found.forNoKeyUpdate().executeTakeFirst()) ?? notFound('store')
    const syncing = { channelId: ctx.actor.id, store }
    const inside = asStore(ctx, store.id)
    const rows = await readRows(db, syncing, { items: body.items, illFormed })
    await judgeAdded(work, syncing, rows)
    await judgeChanged(inside, work, rows)
    refuseTwins(rows)
    const accepted = rows.filter(({ refusals }) => refusals.length === 0)
    const categories = await keepCategories(inside, work, syncing, accepted)
    const added = await addItems(inside, work, syncing, accepted, categories)
    const changed = await changeItems(inside, work, accepted, categories)
    await link(work, syncing, accepted, added)
    if (added.size + changed.size + categories.written > 0) work.tie()
    else work.nothing()
    const idOf = ({ outsideId, itemId }: SyncRow) => added.get(outsideId) ?? itemId ?? ''
    const priced = accepted.filter(({ fields }) => fields.price !== undefined)
    const free = await freeAmong(db, priced.map(idOf))
    return {
      items: rows.map((row) => {
        const { outsideId, itemId, fields, refusals } = row
        const made = added.get(outsideId)
        const told = { outsideId, itemId: made ?? itemId, refusals }
        if (refusals.length > 0) return { ...told, outcome: 'refused', warnings: [] }
        const price = fields.price && free.has(idOf(row)) ? freeWords(fields.price.minor) : null
        const category = categories.warningOf(row)
        const warnings = Object.entries({ price, category }).flatMap(([field, because]) => (because === null ? [] : [{ field, because }]))
        return { ...told, warnings, outcome: made ? 'created' : itemId && changed.has(itemId) ? 'updated' : 'same' }
      }),
    }
  })
}

const isNew = ({ itemId, refusals }: SyncRow) => itemId === null && refusals.length === 0

async function judgeAdded(work: Work, { store }: Syncing, rows: readonly SyncRow[]): Promise<void> {
  const added = rows.filter(isNew)
  const problems = await judgeDrafts(
    readOnly(work.db),
    { storeId: store.id, currency: store.currency },
    added.map(({ fields }) => fields),
  )
  for (const [at, row] of added.entries()) {
    if (!row.category) row.refusals.push({ field: 'category', because: 'is required' })
    for (const [field, because] of Object.entries(problems[at] ?? {})) row.refusals.push({ field, because })
  }
}

async function judgeChanged(ctx: Context, work: Work, rows: readonly SyncRow[]): Promise<void> {
  const known = rows.flatMap((row) => (row.itemId !== null && row.refusals.length === 0 ? [{ row, id: row.itemId }] : []))
  if (known.length === 0) return
  // Held from here on, so that what is written is what was judged.
  const ids = known.map(({ id }) => id)
  await work.db.selectFrom('item').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
  const verdicts = await judgeItems(
    ctx,
    readOnly(work.db),
    known.map(({ id, row }) => ({ id, fields: row.fields })),
  )
  for (const [at, { row }] of known.entries())
    for (const { field, outcome, because } of verdicts[at]?.cells ?? [])
      if (outcome === 'refused') row.refusals.push({ field, because: because ?? '' })
}

/** Of two items of a call that would have one code, the second is refused. */
function refuseTwins(rows: readonly SyncRow[]): void {
  const seen = new Set<string>()
  for (const { fields, refusals } of rows)
    for (const field of ['sku', 'barcode'] as const) {
      const key = fields[field] && `${field} ${fields[field]}`
      if (!key || refusals.length > 0) continue
      if (seen.has(key)) refusals.push({ field, because: 'is already taken' })
      seen.add(key)
    }
}

async function addItems(ctx: Context, work: Work, { store }: Syncing, rows: readonly SyncRow[], { idOf }: Categories) {
  const drafts = rows.filter(isNew).flatMap((row) => {
    const categoryId = idOf(row)
    return categoryId && isDraft(row.fields) ? [{ row, draft: { ...row.fields, categoryId: categoryId as Id<'menu-category'> } }] : []
  })
  const ids = await createItems(
    ctx,
    work,
    store,
    drafts.map(({ draft }) => draft),
  )
  return new Map(drafts.map(({ row }, at) => [row.outsideId, ids[at] as string]))
}

/** Answers with the items of which anything was written. */
async function changeItems(ctx: Context, work: Work, rows: readonly SyncRow[], { idOf }: Categories): Promise<Set<string>> {
  const writes = rows.flatMap((row) => {
    const categoryId = idOf(row)
    const fields = { ...row.fields, ...(categoryId && { categoryId }) } as ItemFields
    return row.itemId === null ? [] : [{ id: row.itemId, fields }]
  })
  if (writes.length === 0) return new Set()
  const verdicts = await updateItems(ctx, work, writes)
  return new Set(verdicts.filter(({ fields }) => Object.keys(fields).length > 0).map(({ id }) => id))
}

/** Keeps what the channel calls items that it has not named before. */
async function link(
  work: Work,
  { channelId, store }: Syncing,
  rows: readonly SyncRow[],
  added: ReadonlyMap<string, string>,
): Promise<void> {
  const values = rows.flatMap(({ outsideId, itemId, isLinked }) => {
    const item_id = itemId ?? added.get(outsideId)
    return isLinked || !item_id ? [] : [{ channel_id: channelId, store_id: store.id, outside_id: outsideId, item_id }]
  })
  if (values.length > 0) await work.db.insertInto('outside_record').values(values).execute()
}
