import {
  type FeeTier,
  type Instant,
  localDateAt,
  type OpeningHours,
  type Permission,
  type PrepLoad,
  type PrepWindow,
  type SpecialDay,
  type Store,
  type StoreRow,
  type StoreStatus,
  type Vertical,
} from '@larder/contract'
import type { Context } from '#kit/context.ts'
import type { ListedStore, ProfiledStore } from './store.queries.ts'
import { checklistOf } from './store-checklist.decide.ts'
import { isStoreOpen, isWithinHours, nextStoreOpening, openModeAt } from './store-open.service.ts'
import { tiersOf } from './store-reach.service.ts'

/** A store in a list, as it stands at `now`. */
export function presentStoreRow(row: ListedStore, now: Instant): Omit<StoreRow, 'allowed'> {
  const { mode, until } = openModeAt(row, now)
  return {
    id: row.id,
    number: row.number,
    name: row.display_name,
    vertical: row.vertical as Vertical,
    branch: { id: row.branch_id, name: row.branch_name },
    area: { id: row.area_id, name: row.area_name },
    point: { lat: row.lat, lng: row.lng },
    status: row.status as StoreStatus,
    openMode: mode,
    openModeUntil: until,
    isOpenNow: isStoreOpen(row, now),
    isWithinHours: isWithinHours(row, now),
    ratingTenths: row.rating_tenths,
    ratings: row.ratings,
    prepMinutes: row.prep_minutes,
    licenceExpiresOn: row.licence_expires_on,
    lastOrderAt: row.last_order_at,
    version: row.version,
  }
}

/** What is read once beside the rows: each store's figures of today and minutes at present, and who holds what a checklist takes. */
export interface BesideStores {
  today: ReadonlyMap<string, Store['today']>
  prepMinutes: ReadonlyMap<string, number>
  rolesWith: (permission: Permission) => readonly string[]
}

export function checklistOfRow(ctx: Context, row: ProfiledStore, rolesWith: BesideStores['rolesWith']): Store['checklist'] {
  const facts = {
    status: row.status as StoreStatus,
    legalName: row.legal_name,
    phone: row.phone,
    email: row.email,
    opensAtAll: (row.opening_hours as OpeningHours).length > 0,
    taxId: row.tax_id,
    commissionPpm: row.commission_ppm,
    licence: { number: row.licence_number, expiresOn: row.licence_expires_on, hasFile: row.has_licence_file },
    hasBankAccount: row.has_bank_account,
    bankAccountWaits: row.bank_account_waits,
    sellsSomething: row.sells_something,
    today: localDateAt(ctx.clock.instant(), row.time_zone),
  }
  return checklistOf(facts, rolesWith)
}

/** A store's profile, as it stands now. */
export function presentStore(ctx: Context, row: ProfiledStore, beside: BesideStores): Omit<Store, 'allowed' | 'editable'> {
  const now = ctx.clock.instant()
  const amount = (minor: number) => ({ minor, currency: row.currency })
  return {
    ...presentStoreRow(row, now),
    legalName: row.legal_name,
    phone: row.phone,
    email: row.email,
    address: row.address,
    location: row.location_id ? { id: row.location_id, name: row.location_name ?? '' } : null,
    timeZone: row.time_zone,
    statusReason: row.status_reason,
    openModeReason: openModeAt(row, now).mode === row.open_mode ? row.open_mode_reason : null,
    busyExtraMinutes: row.busy_extra_minutes,
    autoAccept: row.auto_accept,
    maxOrdersPerQuarterHour: row.max_orders_per_quarter_hour,
    openingHours: row.opening_hours as OpeningHours,
    specialDays: row.special_days as SpecialDay[],
    nextOpeningAt: nextStoreOpening(row, now),
    taxId: row.tax_id,
    licenceNumber: row.licence_number,
    minOrder: amount(row.min_order_minor),
    packing: amount(row.packing_minor),
    commissionPlan: row.commission_plan,
    commissionPpm: row.commission_ppm,
    deliveryRadiusKm: row.delivery_radius_km,
    feeTiers: row.fee_tiers as FeeTier[] | null,
    deliversFor: tiersOf({
      own: row.fee_tiers as FeeTier[] | null,
      area: row.area_fee_tiers as FeeTier[],
      radiusKm: row.delivery_radius_km,
    }),
    prepWindows: row.prep_windows as PrepWindow[],
    prepLoads: row.prep_loads as PrepLoad[],
    prepMinutesNow: beside.prepMinutes.get(row.id) ?? row.prep_minutes,
    checklist: checklistOfRow(ctx, row, beside.rolesWith),
    cuisines: row.cuisines,
    categoryTypes: row.category_types,
    today: beside.today.get(row.id) as Store['today'],
  }
}
