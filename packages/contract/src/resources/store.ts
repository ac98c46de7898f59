import * as z from 'zod/mini'
import { contract, get, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf, overMany } from '../exports.ts'
import { Allowed, byId, Editable, listQuery, Named, pageOf } from '../page.ts'
import type { Permission } from '../permissions.ts'
import { enumOf, keysOf, list } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate, TimeZone } from '../values/local-date.ts'
import { Money, MoneySum } from '../values/money.ts'
import { decimal, queryFlag, queryWhole, share, Version, whole } from '../values/number.ts'
import { OpeningHours, SpecialDay } from '../values/opening-hours.ts'
import { Phone } from '../values/phone.ts'
import { Email, text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { FeeTier, FeeTiers } from './area.ts'
import { firstAccount, sameTwice } from './bank-code.ts'
import { Price } from './price.ts'
import { ChecklistLine } from './store-checklist.ts'
import { PrepLoad, PrepLoads, PrepWindow, PrepWindows } from './store-prep.ts'

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

/** On its way in: it does not sell yet. */
export const onboardingStatuses = ['lead', 'draft', 'review', 'approved'] as const satisfies readonly StoreStatus[]

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
  commissionPlan: z.string(),
  commissionPpm: z.int(),
  /** As far as it delivers, and for what, where that is not what its area says. */
  deliveryRadiusKm: z.nullable(z.number()),
  feeTiers: z.nullable(z.array(FeeTier)),
  /** What holds for it now: its own tiers or its area's, within its radius. */
  deliversFor: z.array(FeeTier),
  prepWindows: z.array(PrepWindow),
  prepLoads: z.array(PrepLoad),
  /** Minutes that it needs at present: usual, busy, by its rules and in rush. */
  prepMinutesNow: z.int(),
  /** What it needs before it sells; of one that sells or is over nothing. */
  checklist: z.array(ChecklistLine),
  cuisines: z.array(Named),
  categoryTypes: z.array(Named),
  /** Orders placed on the branch's business day; `gross` without rejected, cancelled and failed ones. */
  today: z.strictObject({ day: LocalDate, orders: z.int(), gross: MoneySum, rejected: z.int(), active: z.int() }),
  editable: Editable,
})
export type Store = z.infer<typeof Store>

const specialDays = list(SpecialDay, 60).check(
  z.refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'has two entries for one date'),
)

/** What the profile overview lets staff change. */
export const StoreDraft = z.strictObject({
  version: Version,
  displayName: z.optional(text({ max: 80 })),
  legalName: z.optional(text({ max: 120 })),
  phone: z.optional(Phone),
  email: z.optional(z.nullable(Email)),
  address: z.optional(text({ max: 240, multiline: true })),
  point: z.optional(Point),
  prepMinutes: z.optional(whole(1, 480)),
  busyExtraMinutes: z.optional(whole(0, 120)),
  autoAccept: z.optional(z.boolean()),
  maxOrdersPerQuarterHour: z.optional(z.nullable(whole(1, 1000))),
  openingHours: z.optional(OpeningHours),
  specialDays: z.optional(specialDays),
  prepWindows: z.optional(PrepWindows),
  prepLoads: z.optional(PrepLoads),
  deliveryRadiusKm: z.optional(z.nullable(decimal(0.1, 100))),
  feeTiers: z.optional(z.nullable(FeeTiers)),
  taxId: z.optional(z.nullable(text({ max: 40 }))),
  minOrder: z.optional(Price),
  packing: z.optional(Price),
  commissionPlan: z.optional(text({ max: 60 })),
  commissionPpm: z.optional(share(50)),
  cuisineIds: z.optional(list(idOf('cuisine'), 20)),
  categoryTypeIds: z.optional(list(idOf('category-type'), 20)),
})
export type StoreDraft = z.infer<typeof StoreDraft>

/**
 * A store that comes in: one that may join (`lead`) or one whose papers are gathered (`draft`). Area and locality follow from its position. A
 * licence is its first document, a bank account the first of its own; each is given as a whole or not at all.
 */
export const NewStore = z.strictObject({
  startsAs: z.enum(['lead', 'draft']),
  displayName: text({ max: 80 }),
  legalName: z.optional(z.nullable(text({ max: 120 }))),
  vertical: Vertical,
  phone: Phone,
  email: z.optional(z.nullable(Email)),
  branchId: idOf('branch'),
  point: Point,
  address: text({ max: 240, multiline: true }),
  openingHours: OpeningHours,
  specialDays: z.optional(specialDays),
  prepMinutes: whole(1, 480),
  busyExtraMinutes: whole(0, 120),
  autoAccept: z.boolean(),
  maxOrdersPerQuarterHour: z.optional(z.nullable(whole(1, 1000))),
  licenceNumber: z.optional(z.nullable(text({ max: 60 }))),
  licenceExpiresOn: z.optional(z.nullable(LocalDate)),
  licenceFileId: z.optional(z.nullable(idOf('document'))),
  taxId: z.optional(z.nullable(text({ max: 40 }))),
  ...firstAccount,
  commissionPlan: text({ max: 60 }),
  commissionPpm: share(50),
  minOrder: Price,
  packing: Price,
  /** Another store of its vertical whose menu it begins with: a copy, of which each is kept by itself. */
  copiesMenuOf: z.optional(z.nullable(idOf('store'))),
})
export type NewStore = z.infer<typeof NewStore>

/** Where a store could not be paid, of those that are not terminated: no account of it is approved, or one waits for that. */
export const storePaidLabels = { missing: 'None approved', waiting: 'Waits for approval' } as const

export const StoreFilters = listQuery(['name', 'createdAt', 'lastOrderAt'], {
  vertical: z.optional(Vertical),
  status: z.optional(StoreStatus),
  /** Lead, draft, in review or approved. */
  isOnboarding: z.optional(queryFlag()),
  openMode: z.optional(OpenMode),
  branchId: z.optional(idOf('branch')),
  areaId: z.optional(idOf('area')),
  licenceWithinDays: z.optional(queryWhole(1, 365)),
  idleDays: z.optional(queryWhole(1, 365)),
  bankAccount: z.optional(z.enum(keysOf(storePaidLabels))),
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

const versioned = z.strictObject({ version: Version })
const reasoned = z.strictObject({ version: Version, reason: text({ max: 200 }) })
/** A move of its status, by whoever may. */
function move<const P extends string, const M extends Permission, B extends z.core.$ZodType>(
  path: P,
  permission: M,
  body: B,
  summary: string,
) {
  return post(`/stores/:id/${path}`, { permission, params: byId('store'), body, response: Store, alsoChanges: ['dashboard'], summary })
}

export const storeContract = contract('store', {
  list: get('/stores', {
    permission: 'store.view',
    query: StoreFilters,
    response: pageOf(StoreRow),
    turnsWithin: 60,
    summary: 'Stores with their status and open mode',
  }),
  export: exportOf('/stores', 'store.export', StoreFilters),
  get: get('/stores/:id', {
    permission: 'store.view',
    params: byId('store'),
    response: Store,
    alsoShows: ['store-document', 'bank-account', 'rush-mode', 'item', 'order'],
    turnsWithin: 60,
    summary: 'One store, its hours and what may be done',
  }),
  create: post('/stores', {
    permission: 'store.create',
    proof: 'recent',
    body: NewStore.check(sameTwice('bankNumber', 'bankNumberAgain')),
    response: Store,
    alsoChanges: ['store-document', 'bank-account', 'item', 'menu-category', 'brand', 'choice-group'],
    changesSeveral: true,
    summary: 'Onboard a store: a lead, or a draft whose papers are gathered',
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
  begin: move('begin', 'store-status.create', versioned, 'Make a draft of a lead'),
  submit: move('submit', 'store-status.create', versioned, 'Put a draft forward, once nothing is missing'),
  approve: move('approve', 'store-status.approve', versioned, 'Approve what somebody else put forward'),
  sendBack: move('send-back', 'store-status.approve', reasoned, 'Send what was put forward back, with a reason'),
  goLive: move('go-live', 'store-status.create', versioned, 'Let an approved store sell'),
  suspend: move('suspend', 'store-status.operate', reasoned, 'Take a live store off the market, with a reason'),
  reinstate: move('reinstate', 'store-status.operate', reasoned, 'Bring a suspended store back'),
  terminate: post('/stores/:id/terminate', {
    permission: 'store.delete',
    proof: 'recent',
    params: byId('store'),
    body: reasoned,
    response: Store,
    changesSeveral: true,
    alsoChanges: ['dashboard', 'machine', 'channel-key'],
    summary: 'End it for good, with its machines and channel keys; its record is kept',
  }),
})

export const storeRefusals = {
  'not-found': { 'store-not-found': 'No such store, or out of reach.' },
  refused: {
    'store-not-live': 'The store does not sell at present.',
    'store-not-suspended': 'The store is not suspended.',
    'store-terminated': 'The store is terminated for good.',
    'store-elsewhere': 'The status of the store is another one than the move begins at.',
    'store-incomplete': 'Its checklist names what is missing.',
    'own-store': 'Whoever put a store forward, or has changed it before it is approved, does not approve it.',
    'store-has-orders': 'Orders of the store are under way.',
  },
} as const satisfies Refusals
