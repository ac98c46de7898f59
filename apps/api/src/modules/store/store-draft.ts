import { type Point, polygonContains, type StoreDraft } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { completePhone } from '#kit/phone/phone.ts'
import { searchText } from '#kit/read/search-text.ts'
import type { ProfiledStore } from './store.queries.ts'

type Draft = Partial<Omit<StoreDraft, 'version'>>
interface Changing {
  ctx: Context
  row: ProfiledStore
}

/** What a store is found by: its names, its number and its phone. */
export function storeSearch(store: { display_name: string; legal_name: string; number: string; phone: string }): string {
  return searchText([store.display_name, store.legal_name, store.number], [store.phone])
}

/** The columns that a draft changes, with what the store is found by from now on. */
export async function columnsOfDraft(draft: Draft, { ctx, row }: { ctx: Context; row: ProfiledStore | null }) {
  const phone = draft.phone && (await completePhone(ctx.services, draft.phone, 'body.phone'))
  const isFoundByOther = row && (draft.displayName || phone)
  return {
    display_name: draft.displayName,
    phone,
    search: isFoundByOther
      ? storeSearch({ ...row, display_name: draft.displayName ?? row.display_name, phone: phone ?? row.phone })
      : undefined,
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

/** A store never leaves its area. */
export async function problemOfPoint({ ctx, row, body: { point } }: Changing & { body: Draft }): Promise<{ point: string } | null> {
  if (!point) return null
  const area = await ctx.db.selectFrom('area').select('polygon').where('id', '=', row.area_id).executeTakeFirstOrThrow()
  return polygonContains(area.polygon as Point[], point) ? null : { point: `lies outside of ${row.area_name}, the store's area` }
}
