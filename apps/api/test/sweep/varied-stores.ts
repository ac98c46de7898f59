import {
  addDays,
  addMinutes,
  changeLevelLabels,
  changeOutcomeLabels,
  changeRowKindLabels,
  changeSetSourceLabels,
  currentInstant,
  keysOf,
  newId,
} from '@larder/contract'
import type { Database } from '#db/database.ts'
import type { addStore } from '../factories.ts'
import type { SweptProduct } from './swept-product.ts'

type Store = Awaited<ReturnType<typeof addStore>>

/** What stores have besides their menus: change sets from every source, papers, rushes, and what riders of their branches are paid, the earlier the later it came in. */
export async function addVariedStores({ app, admin }: SweptProduct, stores: readonly Store[]): Promise<void> {
  const { db } = app.database
  const now = currentInstant()
  for (const [index, store] of stores.entries()) {
    const set = {
      id: newId(),
      source: keysOf(changeSetSourceLabels)[index % 4] ?? 'bulk',
      title: `Set ${index}`,
      ...(index % 2 === 0 && { branch_id: store.branch_id, store_id: store.id }),
      maker_ids: [admin.id],
      made_by: 'Test Person',
    }
    await db.insertInto('change_set').values(set).execute()
    const row = {
      id: newId(),
      set_id: set.id,
      position: 30 - index * 2,
      store_id: store.id,
      entity: 'item',
      kind: keysOf(changeRowKindLabels)[index % 4] ?? 'same',
      level: [null, ...keysOf(changeLevelLabels)][index % 4] ?? null,
      title: `Row ${index}`,
      outcome: [null, ...keysOf(changeOutcomeLabels)][index % 5] ?? null,
    }
    await db.insertInto('change_row').values(row).execute()
    const expires_on = index % 3 === 2 ? null : addDays(now.slice(0, 10), 50 - index * 10)
    const paper = { id: newId(), store_id: store.id, kind: index % 2 === 0 ? 'licence' : 'lease', number: `P-${index}`, expires_on }
    await db.insertInto('store_document').values(paper).execute()
    const rush = { branch_id: store.branch_id, vertical: [null, 'fish', 'grocery'][index % 3] ?? null, extra_minutes: 10, reason: 'Rain' }
    const lasts = { starts_at: now, ends_at: addMinutes(now, 60), started_by: admin.id }
    await db
      .insertInto('rush_mode')
      .values({ id: newId(), ...rush, ...lasts })
      .execute()
    const pay = { base_minor: 2500, per_km_minor: 800, free_wait_minutes: 5, per_wait_minute_minor: 100, peak_bonus_minor: 0 }
    const starts_on = addDays(now.slice(0, 10), 100 - index)
    await db
      .insertInto('rider_pay_rule')
      .values({ id: newId(), branch_id: store.branch_id, starts_on, currency: store.currency, ...pay })
      .execute()
  }
}

/** Stores without an approved account, and those of which one waits, by their ids; none that is terminated. */
export async function unpaidStores(db: Database): Promise<Record<'missing' | 'waiting', ReadonlySet<string>>> {
  const accounts = await db.selectFrom('bank_account').select(['store_id', 'state']).where('store_id', 'is not', null).execute()
  const paid = accounts.filter(({ state }) => state === 'approved').map(({ store_id }) => store_id)
  const waiting = accounts.filter(({ state }) => state === 'waiting').map(({ store_id }) => store_id)
  const ids = (await db.selectFrom('store').select('id').where('status', '<>', 'terminated').execute()).map(({ id }) => id)
  return { missing: new Set(ids.filter((id) => !paid.includes(id))), waiting: new Set(ids.filter((id) => waiting.includes(id))) }
}
