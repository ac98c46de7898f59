import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { masked, revealing } from '../masked.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { AccountHolder, AccountNumber, BankCode, maskAccount } from './bank-code.ts'

/** Where a store or a rider, one of both, is paid: every change is an account of its own, beside which the ones before are kept; the newest holds. */
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
  isNewest: z.boolean(),
  enteredBy: Named,
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type BankAccount = z.infer<typeof BankAccount>

export const bankAccountContract = /* @__PURE__ */ contract('bank-account', {
  list: get('/bank-accounts', {
    permission: 'bank-account.view',
    query: listQuery(['createdAt'], {
      storeId: z.optional(idOf('store')),
      riderId: z.optional(idOf('rider')),
      branchId: z.optional(idOf('branch')),
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
    body: z.strictObject({
      /** Whose it is, one of both. */
      storeId: z.optional(z.nullable(idOf('store'))),
      riderId: z.optional(z.nullable(idOf('rider'))),
      holder: AccountHolder,
      accountNumber: AccountNumber,
      accountNumberAgain: AccountNumber,
      code: BankCode,
    }),
    response: BankAccount,
    alsoChanges: ['store', 'rider'],
    example: {
      body: { holder: 'Fish Cove LLP', accountNumber: '50100412345678', accountNumberAgain: '50100412345678', code: 'HDFC0001234' },
    },
    summary: 'Enter where a store or a rider is paid; the number is typed twice',
  }),
  reveal: revealing('bank-account', '/bank-accounts', ['accountNumber'], 'bank-account.reveal', 'recent'),
})

export const bankAccountRefusals = {
  'not-found': { 'bank-account-not-found': 'No such bank account, or out of reach.' },
} as const satisfies Refusals
