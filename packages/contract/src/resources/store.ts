import * as z from 'zod/mini'
import { contract, get, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf, overMany } from '../exports.ts'
import { Allowed, byId, Editable, listQuery, Named, pageOf } from '../page.ts'
import { enumOf, keysOf, list } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate, TimeZone } from '../values/local-date.ts'
import { Money, MoneySum } from '../values/money.ts'
import { queryWhole, Version, whole } from '../values/number.ts'
import { OpeningHours, SpecialDay } from '../values/opening-hours.ts'
import { Phone } from '../values/phone.ts'
import { Email, text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'

export const storeStatusLabels = {
  lead: 'Lead',
  draft: 'Draft',
  review: 'In review',
  approved: 'Approved',
  live: 'Live',
  suspended: 'Suspended',
  terminated: 'Terminated',
} as const
export const StoreStatus = enumOf(storeStatusLabels)
export type StoreStatus = z.infer<typeof StoreStatus>

/** How a store takes orders now; busy and paused may end by themselves. */
export const openModeLabels = { open: 'Open', busy: 'Busy', paused: 'Paused', closed: 'Closed' } as const
export const openModes = keysOf(openModeLabels)
export const OpenMode = enumOf(openModeLabels)
export type OpenMode = z.infer<typeof OpenMode>
export const openModeMeanings: Readonly<Record<OpenMode, string>> = {
  open: 'Takes orders within its hours.',
  busy: 'Takes orders with a longer preparation.',
  paused: 'Takes no orders for a while.',
  closed: 'Takes no orders until it is opened again.',
}

export const StoreRow = z.strictObject({
  id: idOf('store'),
  number: z.string(),
  name: z.string(),
  vertical: Vertical,
  branch: Named,
  area: Named,
  point: Point,
  status: StoreStatus,
  openMode: OpenMode,
  openModeUntil: z.nullable(Instant),
  /** By its hours and mode, at the time of the answer. */
  isOpenNow: z.boolean(),
  /** By its hours alone, whatever its mode: whether it would be open now once it is opened. */
  isWithinHours: z.boolean(),
  ratingTenths: z.nullable(z.int()),
  ratings: z.int(),
  prepMinutes: z.int(),
  licenceExpiresOn: z.nullable(LocalDate),
  lastOrderAt: z.nullable(Instant),
  version: z.int(),
  allowed: Allowed,
})
export type StoreRow = z.infer<typeof StoreRow>

export const Store = z.extend(StoreRow, {
  legalName: z.string(),
  phone: Phone,
  email: z.nullable(Email),
  address: z.string(),
  location: z.nullable(Named),
  timeZone: TimeZone,
  statusReason: z.nullable(z.string()),
  openModeReason: z.nullable(z.string()),
  busyExtraMinutes: z.int(),
  autoAccept: z.boolean(),
  maxOrdersPerQuarterHour: z.nullable(z.int()),
  openingHours: OpeningHours,
  specialDays: z.array(SpecialDay),
  nextOpeningAt: z.nullable(Instant),
  taxId: z.nullable(z.string()),
  licenceNumber: z.nullable(z.string()),
  minOrder: Money,
  packing: Money,
  commissionPpm: z.int(),
  cuisines: z.array(Named),
  categoryTypes: z.array(Named),
  /** Orders placed on the branch's business day; `gross` without rejected, cancelled and failed ones. */
  today: z.strictObject({ day: LocalDate, orders: z.int(), gross: MoneySum, rejected: z.int(), active: z.int() }),
  editable: Editable,
})
export type Store = z.infer<typeof Store>

/** What the profile overview lets staff change. */
export const StoreDraft = z.strictObject({
  version: Version,
  displayName: z.optional(text({ max: 80 })),
  phone: z.optional(Phone),
  email: z.optional(z.nullable(Email)),
  address: z.optional(text({ max: 240, multiline: true })),
  point: z.optional(Point),
  prepMinutes: z.optional(whole(1, 480)),
  busyExtraMinutes: z.optional(whole(0, 120)),
  autoAccept: z.optional(z.boolean()),
  maxOrdersPerQuarterHour: z.optional(z.nullable(whole(1, 1000))),
  openingHours: z.optional(OpeningHours),
  specialDays: z.optional(
    list(SpecialDay, 60).check(
      z.refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'has two entries for one date'),
    ),
  ),
  cuisineIds: z.optional(list(idOf('cuisine'), 20)),
  categoryTypeIds: z.optional(list(idOf('category-type'), 20)),
})
export type StoreDraft = z.infer<typeof StoreDraft>

export const StoreFilters = listQuery(['name', 'createdAt', 'lastOrderAt'], {
  vertical: z.optional(Vertical),
  status: z.optional(StoreStatus),
  openMode: z.optional(OpenMode),
  branchId: z.optional(idOf('branch')),
  areaId: z.optional(idOf('area')),
  licenceWithinDays: z.optional(queryWhole(1, 365)),
  idleDays: z.optional(queryWhole(1, 365)),
})

const openModeActs: Readonly<Record<OpenMode, string>> = {
  open: 'Reopen stores',
  busy: 'Set stores busy',
  paused: 'Pause stores',
  closed: 'Close stores',
}
const setOpenMode = post('/stores/:id/open-mode', {
  permission: 'store.operate',
  params: byId('store'),
  body: z.strictObject({
    version: Version,
    mode: OpenMode,
    /** Busy and paused only: when it ends by itself; null says "until someone reopens it". */
    until: z.optional(z.nullable(Instant)),
    reason: z.optional(text({ min: 0, max: 200 })),
  }),
  response: Store,
  alsoChanges: ['dashboard'],
  summary: 'Open, busy, paused or closed; busy and paused take an end time',
})

export const storeContract = contract('store', {
  list: get('/stores', {
    permission: 'store.view',
    query: StoreFilters,
    response: pageOf(StoreRow),
    summary: 'Stores with their status and open mode',
  }),
  export: exportOf('/stores', 'store.export', StoreFilters),
  get: get('/stores/:id', {
    permission: 'store.view',
    params: byId('store'),
    response: Store,
    summary: 'One store, its hours and what may be done',
  }),
  update: patch('/stores/:id', {
    permission: 'store.edit',
    params: byId('store'),
    body: StoreDraft,
    response: Store,
    summary: 'Change the profile',
  }),
  setOpenMode,
  setOpenModeOfMany: overMany(
    '/stores/open-mode',
    { act: 'setOpenMode', shape: setOpenMode.shape, title: ({ mode }) => openModeActs[mode] },
    StoreFilters,
  ),
  suspend: post('/stores/:id/suspend', {
    permission: 'store-status.operate',
    params: byId('store'),
    body: z.strictObject({ version: Version, reason: text({ max: 200 }) }),
    response: Store,
    alsoChanges: ['dashboard'],
    summary: 'Take a live store off the market, with a reason',
  }),
  reinstate: post('/stores/:id/reinstate', {
    permission: 'store-status.operate',
    params: byId('store'),
    body: z.strictObject({ version: Version, reason: text({ max: 200 }) }),
    response: Store,
    alsoChanges: ['dashboard'],
    summary: 'Bring a suspended store back',
  }),
})

export const storeRefusals = {
  'not-found': { 'store-not-found': 'No such store, or out of reach.' },
  refused: {
    'store-not-live': 'The store does not sell at present.',
    'store-not-suspended': 'The store is not suspended.',
    'store-terminated': 'The store is terminated for good.',
  },
} as const satisfies Refusals
