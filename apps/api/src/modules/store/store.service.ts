import { addDays, addMinutes, localDateAt, type Page, type Parsed, type Store, StoreRow, type storeContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { equalTo, listPage } from '#kit/list-query.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { found } from '#kit/read/search-text.ts'
import { readSetting } from '#kit/settings.ts'
import { allowFields, whyNot } from './store.policy.ts'
import { presentStoreRow } from './store.present.ts'
import { type ListedStore, storesVisibleTo } from './store.queries.ts'
import { changeStore, readStore } from './store.write.ts'
import { columnsOfDraft } from './store-draft.ts'
import { replaceLinks } from './store-links.ts'

const sorts = {
  name: { column: 'store.display_name' },
  createdAt: { column: 'store.id' },
  lastOrderAt: { column: sql`coalesce(store.last_order_at, '-infinity')` },
}

export async function listStores(ctx: Context, { query: input }: Parsed<typeof storeContract.list>): Promise<Page<StoreRow>> {
  const now = ctx.clock.instant()
  let query = storesVisibleTo(ctx, ctx.db)
    .where(equalTo('store.vertical', input.vertical))
    .where(equalTo('store.status', input.status))
    .where(equalTo('store.branch_id', input.branchId))
    .where(equalTo('store.area_id', input.areaId))
  if (input.q) query = query.where(found(ctx, StoreRow, { name: 'store.search' }, input.q))
  // As shown: a mode whose end has passed is over.
  if (input.openMode)
    query = query.where(sql<boolean>`case when store.open_mode_until <= ${now} then 'open' else store.open_mode end = ${input.openMode}`)
  if (input.licenceWithinDays) query = query.where('store.licence_expires_on', '<=', await dayAhead(ctx, input.licenceWithinDays))
  if (input.idleDays) {
    const since = addMinutes(now, -input.idleDays * 24 * 60)
    query = query.where(({ eb, or }) => or([eb('store.last_order_at', '<', since), eb('store.last_order_at', 'is', null)]))
  }
  const present = (row: ListedStore) => presentStoreRow(ctx.actor, row, now)
  return listPage(ctx, { query, input, sorts, defaultSort: 'name', tie: 'store.id', present })
}

export function getStore(ctx: Context, { params }: Parsed<typeof storeContract.get>): Promise<Store> {
  return readStore(ctx, ctx.db, params.id)
}

export async function updateStore(ctx: Context, { params, body }: Parsed<typeof storeContract.update>): Promise<Store> {
  const { version, ...draft } = body
  allowFields(ctx.actor, draft)
  const phone = draft.phone && (await completePhone(ctx.services, draft.phone, 'body.phone'))
  return changeStore(ctx, { id: params.id, version, action: 'update' }, async (old, work) => {
    const because = whyNot('update', old)
    if (because) refuse('store-terminated', because)
    if (Object.keys(draft).length === 0) return null
    return { columns: await columnsOfDraft(work, old, { ...draft, ...(phone && { phone }) }), links: await replaceLinks(work, old, draft) }
  })
}

async function dayAhead(ctx: Context, days: number): Promise<string> {
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  return addDays(localDateAt(ctx.clock.instant(), zone), days)
}
