import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { masked, revealing } from '../masked.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import type { PermissionRow } from '../permission-row.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Version } from '../values/number.ts'
import { text } from '../values/text.ts'
import { AccountHolder, AccountNumber, BankCode, maskAccount, sameTwice } from './bank-code.ts'

export const bankAccountPermission = {
  label: 'Bank details',
  verbs: ['view', 'create', 'edit', 'approve', 'reveal'],
  conflicts: {
    'bank-account': { maker: 'create', why: 'The same people enter where money is paid to and approve it.' },
    'bank-account-change': { maker: 'edit', why: 'The same people change where money is paid to and approve it.' },
  },
  roles: {
    'branch-partner': 'VC',
    'accountant-admin': 'VAR',
    'accounts-manager': 'VCE',
    'accounts-executive': 'VC',
    'store-officer': 'VC',
  },
  after: 'tax-invoice',
} as const satisfies PermissionRow
declare module '../permissions.ts' {
  interface PermissionTable {
    'bank-account': typeof bankAccountPermission
  }
}

/** How far an account has come: another one of somebody who is taken on waits for another person, and then for its time. */
export const bankAccountStatusLabels = {
  waiting: 'Waiting for approval',
  approved: 'Approved',
  'in-use': 'In use',
  replaced: 'Replaced',
  refused: 'Refused',
} as const
const Status = enumOf(bankAccountStatusLabels)
export type BankAccountStatus = z.infer<typeof Status>

/** Where a store or a rider, one of both, is paid: every change is an account of its own, beside which the ones before are kept; one is in use. */
export const BankAccount = z.strictObject({
  id: idOf('bank-account'),
  storeId: z.nullable(idOf('store')),
  riderId: z.nullable(idOf('rider')),
  branchId: idOf('branch'),
  store: z.nullable(Named),
  rider: z.nullable(Named),
  holder: z.string(),
  /** Its last four digits: nobody sees it whole but by revealing it. */
  accountNumber: masked(z.string(), null, maskAccount, 'bank-account.reveal'),
  code: z.string(),
  status: Status,
  /** From when it is paid to, or was; null of one that never was. */
  effectiveAt: z.nullable(Instant),
  /** Until when, where another one has been approved to take its place. */
  usedUntil: z.nullable(Instant),
  /** Of one that waits: the roles of whoever could approve it. */
  waitsFor: z.array(z.string()),
  enteredBy: Named,
  /** Who approved or refused it: somebody else than who entered it. */
  checkedBy: z.nullable(Named),
  checkedAt: z.nullable(Instant),
  /** Why it was refused, or approved by nobody or under an exception. */
  because: z.nullable(z.string()),
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type BankAccount = z.infer<typeof BankAccount>

export const bankAccountContract = /* @__PURE__ */ contract('bank-account', {
  list: get('/bank-accounts', {
    searchesPeople: true,
    permission: 'bank-account.view',
    query: listQuery(['createdAt'], {
      storeId: z.optional(idOf('store')),
      riderId: z.optional(idOf('rider')),
      branchId: z.optional(idOf('branch')),
      status: z.optional(Status),
    }),
    response: pageOf(BankAccount),
    summary: 'Bank accounts of stores and riders, masked',
  }),
  get: get('/bank-accounts/:id', {
    permission: 'bank-account.view',
    params: byId('bank-account'),
    response: BankAccount,
    summary: 'One bank account, masked',
  }),
  create: post('/bank-accounts', {
    permission: 'bank-account.create',
    proof: 'recent',
    body: z
      .strictObject({
        /** Whose it is, one of both. */
        storeId: z.optional(z.nullable(idOf('store'))),
        riderId: z.optional(z.nullable(idOf('rider'))),
        holder: AccountHolder,
        accountNumber: AccountNumber,
        accountNumberAgain: AccountNumber,
        code: BankCode,
      })
      .check(sameTwice('accountNumber', 'accountNumberAgain')),
    response: BankAccount,
    alsoChanges: ['store', 'rider'],
    example: {
      body: {
        storeId: '01a1f6c2-7b5c-7d3e-9f10-2a3b4c5d6e7f',
        holder: 'Fish Cove LLP',
        accountNumber: '50100412345678',
        accountNumberAgain: '50100412345678',
        code: 'HDFC0001234',
      },
    },
    summary:
      'Enter where a store or a rider is paid; the number is typed twice. Of one that is taken on it waits for another person, in the place of whichever waits; one that is approved stays until this one is, too',
  }),
  approve: post('/bank-accounts/:id/approve', {
    permission: 'bank-account.approve',
    proof: 'recent',
    params: byId('bank-account'),
    body: z.strictObject({ version: Version }),
    response: BankAccount,
    alsoChanges: ['store', 'rider'],
    summary:
      'Approve an account that somebody else entered: it is used from the hours on that are configured, in the place of another one that is not in use yet',
  }),
  refuse: post('/bank-accounts/:id/refuse', {
    permission: 'bank-account.approve',
    proof: 'recent',
    params: byId('bank-account'),
    body: z.strictObject({ version: Version, reason: text({ max: 200 }) }),
    response: BankAccount,
    alsoChanges: ['store', 'rider'],
    summary: 'Refuse an account that waits, or one that was approved and is not in use yet',
  }),
  reveal: revealing('bank-account', '/bank-accounts', ['accountNumber'], 'bank-account.reveal', 'recent'),
})

export const bankAccountRefusals = {
  'not-found': { 'bank-account-not-found': 'No such bank account, or out of reach.' },
  refused: {
    'bank-account-decided': 'It was approved, refused or replaced already.',
    'own-bank-account': 'Nobody approves or refuses an account that they entered themselves.',
    'bank-account-maker': 'Whoever entered it may not do that any more.',
    'bank-account-owner': 'Its owner is not paid any more.',
  },
} as const satisfies Refusals
