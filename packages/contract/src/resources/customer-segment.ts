import * as z from 'zod/mini'
import type { Refusals } from '../error-kinds.ts'
import { Count } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { idOf } from '../values/id.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Vertical } from '../verticals.ts'
import { Price } from './price.ts'
import { recordContract } from './record.ts'

export const segmentPermission = {
  label: 'Customer segments',
  verbs: ['view', 'create', 'edit', 'delete'],
  roles: {
    'branch-partner': 'V',
    'custumercare-admin': 'VCED',
    'custumercare-executive': 'V',
    'accountant-admin': 'V',
    'accounts-manager': 'V',
    'marketing-admin': 'VCED',
    'marketing-executive': 'VCE',
    'office-staff': 'V',
  },
  after: 'customer-phone',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    segment: typeof segmentPermission
  }
}

const orders = z.nullable(whole(0, 1_000_000))
const days = z.nullable(whole(0, 36_500))

/** Which customers belong together, as a rule: all of its conditions hold for each; one that is empty asks for nothing. */
export const segmentContract = /* @__PURE__ */ recordContract('segment', '/segments', {
  permission: 'segment',
  access: segmentPermission,
  draft: {
    name: text({ max: 60 }),
    description: z.nullable(text({ min: 0, max: 200 })),
    leastOrders: orders,
    mostOrders: orders,
    leastFirstDays: days,
    mostFirstDays: days,
    leastLastDays: days,
    mostLastDays: days,
    leastValue: z.nullable(Price),
    leastRefundPercent: z.nullable(whole(0, 100)),
    branchId: z.nullable(idOf('branch')),
    vertical: z.nullable(Vertical),
  },
  extra: {
    isBuiltIn: z.boolean(),
    /** How many there are now, of those that the caller sees. */
    customers: Count,
  },
  filterBy: ['vertical', 'branchId'],
  sorts: ['name', 'createdAt'],
  alsoShows: ['customer'],
})
export const Segment = segmentContract.get.shape.response
export type Segment = z.infer<typeof Segment>

export const segmentRefusals = {
  'not-found': { 'segment-not-found': 'No such segment.' },
} as const satisfies Refusals
