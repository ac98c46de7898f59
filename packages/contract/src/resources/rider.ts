import * as z from 'zod/mini'
import { contract, type Output, type Parsed, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { revealing } from '../masked.ts'
import { Named } from '../page.ts'
import { enumOf, keysOf, list } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { LocalDate } from '../values/local-date.ts'
import { Money, MoneySum } from '../values/money.ts'
import { queryFlag, queryWhole } from '../values/number.ts'
import { OpeningHours } from '../values/opening-hours.ts'
import { Phone } from '../values/phone.ts'
import { text } from '../values/text.ts'
import { firstAccount, sameTwice } from './bank-code.ts'
import { Price } from './price.ts'
import { recordContract } from './record.ts'
import { type RiderDocument, RiderDocumentKind, RiderDocuments, ShownRiderDocument } from './rider-document.ts'

/** Whether a rider is at work. */
export const shiftStateLabels = { available: 'Available', busy: 'Busy', break: 'On a break', off: 'Off shift' } as const
export const ShiftState = enumOf(shiftStateLabels)
export type ShiftState = z.infer<typeof ShiftState>

/** How far a rider has come with the marketplace: taken on in steps, at work, kept from it for a while, gone. */
export const riderStatusLabels = { applied: 'Applied', review: 'In review', active: 'Active', blocked: 'Blocked', left: 'Left' } as const
export const RiderStatus = enumOf(riderStatusLabels)
export type RiderStatus = z.infer<typeof RiderStatus>

export const vehicleLabels = { bicycle: 'Bicycle', scooter: 'Scooter', motorbike: 'Motorbike', van: 'Van' } as const
export const Vehicle = enumOf(vehicleLabels)
export type Vehicle = z.infer<typeof Vehicle>

/** What has to be there before a rider is approved. */
export const riderNeedLabels = {
  areas: 'Areas',
  plate: 'Number plate',
  identity: 'Identity card',
  'driving-licence': 'Driving licence',
  'vehicle-insurance': 'Vehicle insurance',
  'cash-limit': 'Cash limit',
  'bank-account': 'Bank account',
} as const
export const RiderNeed = enumOf(riderNeedLabels)
export type RiderNeed = z.infer<typeof RiderNeed>

/** Papers that whoever rides with this has to have. */
export function papersFor(vehicle: Vehicle): RiderDocumentKind[] {
  return vehicle === 'bicycle' ? ['identity'] : ['identity', 'driving-licence', 'vehicle-insurance']
}

/** What keeps a paper from being good on a day, the first of its kind; null where nothing does. */
export function whyNoPaper(kind: RiderDocumentKind, documents: readonly RiderDocument[], today: LocalDate): string | null {
  const document = documents.find((each) => each.kind === kind)
  if (!document) return 'Not entered yet.'
  if (isPaperOver(document, today)) return 'It has ended.'
  return document.imageId === null ? 'Its picture is missing.' : null
}

export function isPaperOver({ expiresOn }: RiderDocument, today: LocalDate): boolean {
  return expiresOn !== null && expiresOn < today
}

export const incidentKindLabels = {
  late: 'Late',
  'no-show': 'Did not come',
  damage: 'Damaged goods',
  conduct: 'Conduct',
  accident: 'Accident',
  cash: 'Cash',
  praise: 'Praise',
} as const
export const IncidentKind = enumOf(incidentKindLabels)
export type IncidentKind = z.infer<typeof IncidentKind>

export const severityLabels = { low: 'Low', medium: 'Medium', high: 'High' } as const
export const Severity = enumOf(severityLabels)
export type Severity = z.infer<typeof Severity>

/** Days over which a rider's figures are counted. */
export const riderFigureDays = 30

/** How a rider did over the last 30 days. */
const RiderFigures = z.strictObject({
  delivered: z.int(),
  /** Of the delivered orders, those that came within their promise; null without any. */
  onTimePpm: z.nullable(z.int()),
  /** Of the orders that they were given, those that they did not give back; null without any. */
  acceptancePpm: z.nullable(z.int()),
  earned: MoneySum,
})

const example = {
  name: 'Arun Menon',
  phone: '+91 9847 012345',
  vehicle: 'scooter',
  plate: 'KL-07-B-1234',
  branchId: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f',
  areaIds: [],
  cashLimit: { minor: 500_000, currency: 'INR' },
}

const areaIds = list(idOf('area'), 20)
const reason = text({ max: 200 })

const verbs = /* @__PURE__ */ recordContract('rider', '/riders', {
  label: 'Riders',
  permission: 'rider',
  draft: {
    name: text({ max: 80 }),
    phone: Phone,
    vehicle: Vehicle,
    plate: z.optional(z.nullable(text({ min: 0, max: 16 }))),
    branchId: idOf('branch'),
    areaIds,
    cashLimit: Price,
    /** The hours of a week that they are to work. */
    plannedHours: z.optional(OpeningHours),
    documents: z.optional(RiderDocuments),
  },
  extra: {
    number: z.string(),
    cashLimit: Money,
    branch: Named,
    areas: z.array(Named),
    documents: z.array(ShownRiderDocument),
    /** The day that the first of the papers ends. */
    documentsExpireOn: z.nullable(LocalDate),
    status: RiderStatus,
    /** Why they are blocked, were sent back or left. */
    statusReason: z.nullable(z.string()),
    /** When a block ends by itself; null of one that somebody ends. */
    blockedUntil: z.nullable(Instant),
    approvedBy: z.nullable(z.string()),
    approvedAt: z.nullable(Instant),
    /** What is still missing before they can be approved, each with why. */
    missing: z.array(z.strictObject({ need: RiderNeed, because: z.string() })),
    shiftState: ShiftState,
    /** Since when they are on shift. */
    shiftSince: z.nullable(Instant),
    activeOrders: z.int(),
    cashInHand: MoneySum,
    /** What customers of the orders that they carry are still to hand them in cash. */
    cashToCollect: MoneySum,
    ratingTenths: z.nullable(z.int()),
    figures: RiderFigures,
    point: z.nullable(Point),
    positionedAt: z.nullable(Instant),
    /** As their phone told it last. */
    batteryPct: z.nullable(z.int()),
    unreadMessages: z.int(),
  },
  filters: {
    branchId: z.optional(idOf('branch')),
    areaId: z.optional(idOf('area')),
    shiftState: z.optional(z.enum([...keysOf(shiftStateLabels), 'on-shift'])),
    /** `here`, and unless told: whoever has not left; `joining`: applied or in review. */
    status: z._default(z.enum(['here', 'joining', ...keysOf(riderStatusLabels)]), 'here'),
    vehicle: z.optional(Vehicle),
    documentsWithinDays: z.optional(queryWhole(1, 365)),
    /** Whether they carry as much cash as they may, with what is still to be collected. */
    atCashLimit: z.optional(queryFlag()),
  },
  searchesPeople: true,
  sorts: ['name', 'createdAt'],
  alsoShows: ['cash-deposit', 'order', 'bank-account'],
  examples: { one: { name: 'Arun K. Menon' } },
  acts: {
    submit: { permission: 'rider.create', asks: {}, summary: 'hand in for review' },
    sendBack: { permission: 'rider.operate', asks: { reason }, summary: 'send back from review, with what is to be put right' },
    approve: {
      permission: 'rider.operate',
      asks: {},
      summary: 'approve, once nothing is missing: somebody else than who added or changed it',
    },
    block: {
      permission: 'rider.operate',
      asks: { reason, until: z.optional(z.nullable(Instant)) },
      summary: 'keep from work, until a moment or until unblocked; their shift ends',
    },
    unblock: { permission: 'rider.operate', asks: { reason }, summary: 'let work again' },
    leave: { permission: 'rider.edit', asks: { reason }, summary: 'say that they have left, for good' },
    forceOff: { permission: 'rider.operate', asks: { reason }, summary: 'end their shift' },
    moveAreas: { permission: 'rider.operate', asks: { areaIds: list(idOf('area'), 20, 1) }, summary: 'have them ride in other areas' },
    message: {
      permission: 'rider.operate',
      asks: { text: text({ max: 500, multiline: true }) },
      summary: 'write to them; their app fetches it and says when it was read',
    },
    noteIncident: {
      permission: 'rider.operate',
      asks: {
        kind: IncidentKind,
        severity: Severity,
        text: text({ max: 500, multiline: true }),
        orderId: z.optional(z.nullable(idOf('order'))),
      },
      summary: 'note what went wrong, or well, with them',
    },
  },
})

/** The people who carry orders, taken on in steps (`/deliveryBoy/add`); where they are paid is the first bank account of their own. */
export const riderContract = /* @__PURE__ */ contract('rider', {
  ...verbs,
  create: post('/riders', {
    permission: 'rider.create',
    proof: 'recent',
    body: z.extend(verbs.create.shape.body, firstAccount).check(sameTwice('bankNumber', 'bankNumberAgain')),
    response: verbs.get.shape.response,
    alsoChanges: ['bank-account'],
    changesSeveral: true,
    example: { body: example },
    summary: 'Riders: add',
  }),
  /** The number of a paper, by its kind. */
  reveal: revealing('rider', '/riders', RiderDocumentKind.options as [RiderDocumentKind, ...RiderDocumentKind[]], 'rider-document.reveal'),
})
export type Rider = Output<typeof riderContract.get>
export type RiderDraft = Parsed<typeof riderContract.create>['body']

export const riderRefusals = {
  'not-found': { 'rider-not-found': 'No such rider, or out of reach.' },
  refused: {
    'rider-not-active': 'The rider does not work at present.',
    'rider-not-blocked': 'The rider is not blocked.',
    'rider-not-applied': 'The rider was handed in for review already.',
    'rider-not-in-review': 'The rider is not in review.',
    'rider-incomplete': 'Something is missing before the rider can be approved.',
    'own-rider': 'Nobody approves a rider whom they added or changed themselves.',
    'rider-off-shift': 'The rider is not on shift.',
    'rider-holds-something': 'The rider has open orders or cash of customers.',
    'rider-left': 'The rider has left.',
  },
} as const satisfies Refusals
