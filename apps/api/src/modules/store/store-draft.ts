import { type Point, polygonContains, type StoreDraft } from '@larder/contract'
import { invalid } from '#kit/errors.ts'
import { searchText } from '#kit/read/search-text.ts'
import type { Work } from '#kit/unit-of-work.ts'
import type { ProfiledStore } from './store.queries.ts'
import type { Decision } from './store.write.ts'

type Draft = Omit<StoreDraft, 'version'>

/** What a store is found by: its names, its number and its phone. */
export function storeSearch(store: { display_name: string; legal_name: string; number: string; phone: string }): string {
  return searchText([store.display_name, store.legal_name, store.number], [store.phone])
}

/** The columns that a draft changes; 422 when the store would leave its area. */
export async function columnsOfDraft(work: Work, old: ProfiledStore, draft: Draft): Promise<Decision['columns']> {
  if (draft.point) await checkPoint(work, old, draft.point)
  const names = { ...old, display_name: draft.displayName ?? old.display_name, phone: draft.phone ?? old.phone }
  return {
    display_name: draft.displayName,
    phone: draft.phone,
    search: storeSearch(names),
    email: draft.email,
    address: draft.address,
    lat: draft.point?.lat,
    lng: draft.point?.lng,
    prep_minutes: draft.prepMinutes,
    busy_extra_minutes: draft.busyExtraMinutes,
    auto_accept: draft.autoAccept,
    max_orders_per_quarter_hour: draft.maxOrdersPerQuarterHour,
    opening_hours: draft.openingHours && JSON.stringify(draft.openingHours),
    special_days: draft.specialDays && JSON.stringify(draft.specialDays),
  }
}

async function checkPoint(work: Work, old: ProfiledStore, point: Point): Promise<void> {
  const area = await work.db.selectFrom('area').select('polygon').where('id', '=', old.area_id).executeTakeFirstOrThrow()
  if (!polygonContains(area.polygon as Point[], point)) invalid({ 'body.point': `lies outside of ${old.area_name}, the store's area` })
}
