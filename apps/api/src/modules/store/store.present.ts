import type { Instant, OpeningHours, SpecialDay, Store, StoreRow, StoreStatus, Vertical } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import type { ListedStore, ProfiledStore } from './store.queries.ts'
import { isStoreOpen, isWithinHours, nextStoreOpening, openModeAt } from './store-open.service.ts'

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

/** A store's profile, as it stands now; `today` holds each store's figures of the day. */
export function presentStore(
  ctx: Context,
  row: ProfiledStore,
  today: ReadonlyMap<string, Store['today']>,
): Omit<Store, 'allowed' | 'editable'> {
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
    commissionPpm: row.commission_ppm,
    cuisines: row.cuisines,
    categoryTypes: row.category_types,
    today: today.get(row.id) as Store['today'],
  }
}
