import * as z from 'zod/mini'
import { contract, get, type Output, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { OrderStatus } from '../order-states.ts'
import { byId, Named } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { enumOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { recordContract } from './record.ts'

export const handOverPermission = {
  label: 'Shift hand-overs',
  verbs: ['view', 'operate', 'approve'],
  roles: {
    'branch-partner': 'VOA',
    'custumercare-admin': 'VOA',
    'custumercare-executive': 'VO',
    'office-staff': 'VO',
    'store-officer': 'VO',
  },
  after: 'cash',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    'hand-over': typeof handOverPermission
  }
}

export const handOverStatusLabels = { waiting: 'Waiting', signed: 'Signed' } as const
const Status = enumOf(handOverStatusLabels)

/** Whom an open order waits for. */
export const orderWaitLabels = { approval: 'Approval', store: 'Store', rider: 'Rider', customer: 'Customer' } as const
const WaitsFor = enumOf(orderWaitLabels)
export type OrderWait = keyof typeof orderWaitLabels

/** So many open orders are handed over at most: claims first, then by the promise. */
export const mostHandedOver = 200

/** An open order as it stood when the shift was handed over. */
export const HandedOrder = z.strictObject({
  orderId: idOf('order'),
  number: z.string(),
  vertical: Vertical,
  status: OrderStatus,
  store: z.string(),
  placedAt: Instant,
  /** Since when it is in its status. */
  since: Instant,
  promisedAt: z.nullable(Instant),
  delays: z.int(),
  slotFrom: z.nullable(Instant),
  slotTo: z.nullable(Instant),
  /** Its branch's, by whose clock the slot is told. */
  timeZone: z.string(),
  waitsFor: WaitsFor,
  riderName: z.nullable(z.string()),
  claimedBy: z.nullable(Named),
})
export type HandedOrder = z.infer<typeof HandedOrder>

/** What the next person should know of an order. */
export const HandOverNote = z.strictObject({ orderId: idOf('order'), note: text({ max: 500, multiline: true }) })

const desk = { branchId: z.optional(z.nullable(idOf('branch'))), storeId: z.optional(z.nullable(idOf('store'))) }
const remark = z.optional(z.nullable(text({ min: 0, max: 500, multiline: true })))

const verbs = /* @__PURE__ */ recordContract('hand-over', '/hand-overs', {
  label: 'Shift hand-over',
  permission: 'hand-over',
  access: handOverPermission,
  draft: {},
  extra: {
    /** None of both: of everything. */
    branch: z.nullable(Named),
    store: z.nullable(Named),
    /** Whether it hands over what everybody of the desk handles, instead of one person's claims. */
    isWholeDesk: z.boolean(),
    status: Status,
    remark: z.nullable(z.string()),
    givenAt: Instant,
    givenBy: z.string(),
    signedAt: z.nullable(Instant),
    signedBy: z.nullable(z.string()),
    openOrders: z.int(),
    lateOrders: z.int(),
    claims: z.int(),
    /** Orders that whoever signed it took. */
    takenOrders: z.int(),
  },
  filters: { branchId: z.optional(idOf('branch')), status: z.optional(Status) },
  searchesPeople: true,
  sorts: ['givenAt'],
  acts: {
    sign: {
      permission: 'hand-over.operate',
      asks: { take: list(idOf('order'), mostHandedOver) },
      alsoChanges: ['order'],
      example: { body: { take: [] } },
      summary: 'say that one has taken the shift over, with the orders that one handles from now on: somebody else than whoever gave it',
    },
  },
  alsoShows: ['order', 'branch', 'store'],
})

/** What a person leaves to the next at the end of a shift: open orders as they stood then, with a note each; the next person signs it. */
export const handOverContract = /* @__PURE__ */ contract('hand-over', {
  ...verbs,
  digest: get('/hand-overs/digest', {
    permission: 'hand-over.operate',
    query: z.strictObject({ branchId: z.optional(idOf('branch')), storeId: z.optional(idOf('store')) }),
    response: z.strictObject({ orders: z.array(HandedOrder), isCut: z.boolean() }),
    alsoShows: ['order'],
    summary:
      'Open orders of a desk as they stand now, those with claims first, then by their promise; at most 200, and whether there are more',
  }),
  create: post('/hand-overs', {
    permission: 'hand-over.operate',
    body: z.strictObject({
      ...desk,
      isWholeDesk: z.boolean(),
      remark,
      notes: list(HandOverNote, mostHandedOver),
    }),
    response: verbs.get.shape.response,
    summary: 'End a shift with its open orders as they stand now; the next person signs it',
  }),
  orders: get('/hand-overs/:id/orders', {
    permission: 'hand-over.view',
    params: byId('hand-over'),
    response: z.array(
      z.extend(HandedOrder, {
        note: z.nullable(z.string()),
        takenBy: z.nullable(z.string()),
        /** Whether its claim is handed over too: of a whole desk every one, else those of whoever gave it. */
        isClaimHanded: z.boolean(),
        /** As it stands now; null of one that is out of reach. */
        now: z.nullable(z.strictObject({ status: OrderStatus, claimedBy: z.nullable(Named) })),
      }),
    ),
    alsoShows: ['order'],
    summary: 'The orders of a hand-over as they stood then, and how they stand now',
  }),
})
export type HandOver = Output<typeof handOverContract.get>
export type HandedOver = Output<typeof handOverContract.orders>[number]

export const handOverRefusals = {
  'not-found': { 'hand-over-not-found': 'No such hand-over, or out of reach.' },
  refused: {
    'own-hand-over': 'Nobody signs a shift that they handed over themselves.',
    'hand-over-signed': 'Somebody has signed it already.',
  },
} as const satisfies Refusals
