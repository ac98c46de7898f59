import { type NewStore, type Point, polygonContains, type StoreDraft } from '@larder/contract'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { searchText } from '#kit/read/search-text.ts'
import type { Problems } from '#kit/resource/declaration.ts'
import type { ProfiledStore } from './store.queries.ts'

type Draft = Partial<Omit<StoreDraft, 'version'>>
type Typed = Draft & Partial<Omit<NewStore, keyof StoreDraft>>
interface Changing {
  ctx: Context
  row: ProfiledStore
}

/** What a store is found by: its names, its number and its phone. */
export function storeSearch(store: { display_name: string; legal_name: string; number: string; phone: string }): string {
  return searchText([store.display_name, store.legal_name, store.number], [store.phone])
}

/** The columns that a draft changes, with what the store is found by from now on. */
export function columnsOfDraft(draft: Typed, { row }: { row: ProfiledStore | null }) {
  const isFoundByOther = row && (draft.displayName || draft.legalName || draft.phone)
  return {
    display_name: draft.displayName,
    // A new one without is called as its sign is.
    legal_name: draft.legalName ?? (row ? undefined : draft.displayName),
    phone: draft.phone,
    search: isFoundByOther
      ? storeSearch({
          ...row,
          display_name: draft.displayName ?? row.display_name,
          legal_name: draft.legalName ?? row.legal_name,
          phone: draft.phone ?? row.phone,
        })
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
    prep_windows: draft.prepWindows && JSON.stringify(draft.prepWindows),
    prep_loads: draft.prepLoads && JSON.stringify(draft.prepLoads),
    delivery_radius_km: draft.deliveryRadiusKm,
    fee_tiers: draft.feeTiers && JSON.stringify(draft.feeTiers),
    ...(draft.feeTiers === null && { fee_tiers: null }),
    tax_id: draft.taxId,
    min_order_minor: draft.minOrder?.minor,
    packing_minor: draft.packing?.minor,
    commission_plan: draft.commissionPlan,
    commission_ppm: draft.commissionPpm,
  }
}

const inCurrency = ['minOrder', 'packing'] as const

/** A store never leaves its area, its amounts are in its own currency, and what was approved of its commission is changed by the finance people. */
export async function problemsOfDraft({ ctx, row, body }: Changing & { body: Draft }): Promise<Problems<Draft> | null> {
  const foreign = [
    ...inCurrency.map((field) => [field, body[field]?.currency] as const),
    ...(body.feeTiers ?? []).map(({ fee }, index) => [`feeTiers.${index}.fee` as const, fee.currency] as const),
  ].filter(([, currency]) => currency !== undefined && currency !== row.currency)
  const isApproved = !['lead', 'draft', 'review'].includes(row.status)
  const changesCommission =
    (body.commissionPpm ?? row.commission_ppm) !== row.commission_ppm ||
    (body.commissionPlan ?? row.commission_plan) !== row.commission_plan
  return {
    ...(await problemOfPoint({ ctx, row, body })),
    ...Object.fromEntries(foreign.map(([field]) => [field, `must be in ${row.currency}, the currency of the store`])),
    ...(isApproved &&
      changesCommission &&
      !can(ctx, 'finance.edit') && { commissionPpm: 'was approved with the store: whoever edits finance changes it' }),
  }
}

async function problemOfPoint({ ctx, row, body: { point } }: Changing & { body: Draft }): Promise<{ point: string } | null> {
  if (!point) return null
  const area = await ctx.db.selectFrom('area').select('polygon').where('id', '=', row.area_id).executeTakeFirstOrThrow()
  return polygonContains(area.polygon as Point[], point) ? null : { point: `lies outside of ${row.area_name}, the store's area` }
}
