import * as z from 'zod/mini'
import { contract, get, type Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Named } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Money } from '../values/money.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

export const crateMovementPermission = {
  label: 'Crate issue and return',
  verbs: ['view', 'create', 'export'],
  roles: {
    'branch-partner': 'VCX',
    'custumercare-admin': 'V',
    'accountant-admin': 'VX',
    'accounts-manager': 'V',
    'office-staff': 'VCX',
    'store-officer': 'V',
  },
  after: 'change-set',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    'crate-movement': typeof crateMovementPermission
  }
}

export const crateMovementLabels = { issue: 'Issued', return: 'Returned', correction: 'Corrected' } as const
const Kind = enumOf(crateMovementLabels)
const most = 10_000

const verbs = /* @__PURE__ */ recordContract('crate-movement', '/crate-movements', {
  label: 'Crate movements',
  permission: 'crate-movement',
  access: crateMovementPermission,
  draft: {},
  once: {
    kind: Kind,
    storeId: idOf('store'),
    crateId: idOf('crate'),
    /** Of a correction, what the balance changes by: it may be negative, and may leave a balance below zero. */
    quantity: whole(-most, most),
    /** What a correction is called. */
    remark: z.optional(z.nullable(text({ min: 0, max: 200 }))),
  },
  extra: {
    store: Named,
    crate: Named,
    /** What the store holds of these crates after it. */
    balance: z.int(),
    /** What the store pays by it, negative where it gets deposits back. */
    deposit: Money,
    /** What deposits of the store are held for these crates after it. */
    depositHeld: Money,
    by: z.string(),
  },
  filterBy: ['storeId', 'crateId', 'kind'],
  sorts: ['createdAt'],
  examples: { one: { kind: 'issue', quantity: 4, remark: 'Count of November' } },
})

/** What a store holds of one kind of crate. */
export const CrateBalance = z.strictObject({
  store: Named,
  crate: Named,
  balance: z.int(),
  depositHeld: Money,
})
export type CrateBalance = z.infer<typeof CrateBalance>

/** Crates that are issued to stores and come back: a movement is added, never changed. */
export const crateMovementContract = /* @__PURE__ */ contract('crate-movement', {
  ...verbs,
  balances: get('/crate-balances', {
    permission: 'crate-movement.view',
    query: z.strictObject({ storeId: z.optional(idOf('store')), crateId: z.optional(idOf('crate')) }),
    response: z.strictObject({ rows: z.array(CrateBalance), next: z.null() }),
    alsoShows: ['crate', 'store'],
    summary: 'What stores hold of crates now, most first, at most 200; a store that holds none is left out',
  }),
})
export type CrateMovement = Output<typeof crateMovementContract.get>

export const crateMovementRefusals = {
  'not-found': { 'crate-movement-not-found': 'No such movement of crates, or out of reach.' },
  refused: {
    'too-few-in-stock': 'The marketplace has not so many of these crates left.',
    'too-few-held': 'The store does not hold so many of these crates.',
    'crates-with-stores': 'Stores hold more of these crates than the marketplace would own.',
  },
} as const satisfies Refusals
