import * as z from 'zod/mini'
import { contract, get, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { byId, listQuery, pageOf } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { Currency } from '../values/currency.ts'
import { TimeZone } from '../values/local-date.ts'
import { share } from '../values/number.ts'
import { opaque, text } from '../values/text.ts'
import { recordContract } from './record.ts'

export const branchStatusLabels = { active: 'Open', closed: 'Closed' } as const
const BranchStatus = enumOf(branchStatusLabels)

const because = { reason: text({ max: 200 }) }

const {
  remove: _,
  list: __,
  get: one,
  ...record
} = /* @__PURE__ */ recordContract('branch', '/branches', {
  label: 'Branches',
  permission: 'setting',
  imports: 'setting.edit',
  draft: {
    name: text({ max: 80 }),
    partnerName: text({ max: 80 }),
    /** Of the revenue of its orders, what the partner has: 200,000 ppm = 20 %. */
    revenueSharePpm: share(100),
  },
  once: {
    /** Begins the numbers of its orders. */
    code: opaque(5).check(z.regex(/^[A-Z]{2,5}$/, 'is two to five capital letters, such as "KCH"')),
    /** In whose days its orders are counted. */
    timeZone: TimeZone,
    currency: Currency,
  },
  extra: {
    status: BranchStatus,
    /** Null for somebody whose scope is stores, as are the next two. */
    liveStores: z.nullable(z.int()),
    activeOrders: z.nullable(z.int()),
    ridersOnShift: z.nullable(z.int()),
  },
  filterBy: ['status'],
  sorts: ['name', 'createdAt'],
  acts: {
    close: { permission: 'setting.edit', asks: because, summary: 'take no orders here any more; what runs must have ended' },
    reopen: { permission: 'setting.edit', asks: because, summary: 'take orders here again' },
  },
  examples: { one: { code: 'TVM', name: 'Thiruvananthapuram', timeZone: 'Asia/Kolkata', currency: 'INR' } },
})

export const branchContract = /* @__PURE__ */ contract('branch', {
  ...record,
  // Whoever is signed in chooses among the branches that they reach.
  list: get('/branches', {
    searchesPeople: true,
    permission: 'signed-in',
    query: listQuery(['name', 'createdAt'], { status: z.optional(BranchStatus) }),
    response: pageOf(one.shape.response),
    turnsWithin: 60,
    summary: 'Branches that I reach',
  }),
  get: get('/branches/:id', {
    permission: 'signed-in',
    params: byId('branch'),
    response: one.shape.response,
    turnsWithin: 60,
    summary: 'One branch',
  }),
})
export type Branch = Output<typeof branchContract.get>

export const branchRefusals = {
  'not-found': { 'branch-not-found': 'No such branch, or out of reach.' },
} as const satisfies Refusals
