import {
  type BankAccount,
  bankAccountContract,
  type FirstAccount,
  maskAccount,
  type Parsed,
  problemOfBankCode,
  type Revealed,
} from '@larder/contract'
import { sql } from 'kysely'
import { decrypt, encrypt } from '#kit/access/encryption.ts'
import { can, inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { reveal } from '#kit/record/reveal.ts'
import type { DraftOf, Problems } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { noteMaker } from '#modules/rider/rider.service.ts'

const purpose = 'bank account'

type Draft = DraftOf<typeof bankAccountContract>
type Owner = Pick<Draft, 'storeId' | 'riderId'>

/** What is wrong with an account that somebody typed, by its field. */
function problemsOfAccount(
  typed: { accountNumber: string; accountNumberAgain: string; code: string },
  currency: string,
): { accountNumberAgain?: string; code?: string } | null {
  const code = problemOfBankCode(typed.code, currency)
  const differs = typed.accountNumber !== typed.accountNumberAgain
  if (!code && !differs) return null
  return { ...(differs && { accountNumberAgain: 'is another number than the one above' }), ...(code && { code }) }
}

/** What is wrong with the account that a new record begins with, by its field. */
export function problemsOfFirst(ctx: Context, body: FirstAccount, currency: string): Problems<FirstAccount> {
  const { bankHolder, bankNumber, bankNumberAgain, bankCode } = body
  const given = { bankHolder, bankNumber, bankNumberAgain, bankCode }
  const missing = Object.entries(given).filter(([, value]) => !value)
  if (missing.length === 4) return {}
  if (!can(ctx, 'bank-account.create')) return { bankNumber: 'may not be entered by your role: leave it to somebody who may' }
  if (missing.length > 0) return Object.fromEntries(missing.map(([field]) => [field, 'is required with the rest of the bank account']))
  const account = { accountNumber: String(bankNumber), accountNumberAgain: String(bankNumberAgain), code: String(bankCode) }
  const { accountNumberAgain, code } = problemsOfAccount(account, currency) ?? {}
  return { ...(accountNumberAgain && { bankNumberAgain: accountNumberAgain }), ...(code && { bankCode: code }) }
}

/** Enters the account that a new record begins with, where one was given, as a record of its own in the same unit. */
export async function addFirst(ctx: Context, work: Work, { bankHolder, bankNumber, bankCode }: FirstAccount, owner: Owner): Promise<void> {
  if (!bankNumber || !bankHolder || !bankCode) return
  work.tie()
  const account = { holder: bankHolder, accountNumber: bankNumber, accountNumberAgain: bankNumber, code: bankCode }
  await bankAccounts.create({ ...ctx, idempotency: null, within: work }, { ...owner, ...account }, {})
}

/** The columns that keep a number: encrypted, and the end that people know it by. */
export function accountColumns(config: Parameters<typeof encrypt>[1], accountNumber: string) {
  return { account_number: encrypt(purpose, config, accountNumber), tail: accountNumber.slice(-4) }
}

/** Where stores and riders are paid. An account is entered once and never changed: another one takes its place. */
export const bankAccounts = resource(bankAccountContract, {
  table: 'bank_account',
  permission: 'bank-account.view',
  rows: (db) =>
    db
      .selectFrom('bank_account')
      .leftJoin('store', 'store.id', 'bank_account.store_id')
      .leftJoin('rider', 'rider.id', 'bank_account.rider_id')
      .innerJoin('staff', 'staff.id', 'bank_account.entered_by')
      .select([
        'bank_account.id',
        'bank_account.store_id',
        'bank_account.rider_id',
        'bank_account.branch_id',
        'bank_account.holder',
        'bank_account.tail',
        'bank_account.code',
        'bank_account.entered_by',
        'bank_account.created_at',
        'bank_account.version',
        'store.display_name as store_name',
        'rider.name as rider_name',
        'staff.name as entered_name',
        sql<boolean>`not exists (select from bank_account as later where later.id > bank_account.id
          and (later.store_id = bank_account.store_id or later.rider_id = bank_account.rider_id))`.as('is_newest'),
      ]),
  scope: { branch: 'bank_account.branch_id', store: 'bank_account.store_id' },
  present: (row) => ({
    id: row.id as BankAccount['id'],
    storeId: row.store_id as BankAccount['storeId'],
    riderId: row.rider_id as BankAccount['riderId'],
    branchId: row.branch_id as BankAccount['branchId'],
    store: row.store_id && row.store_name ? { id: row.store_id, name: row.store_name } : null,
    rider: row.rider_id && row.rider_name ? { id: row.rider_id, name: row.rider_name } : null,
    holder: row.holder,
    accountNumber: maskAccount(row.tail),
    code: row.code,
    isNewest: row.is_newest,
    enteredBy: { id: row.entered_by, name: row.entered_name },
    createdAt: row.created_at,
    version: row.version,
  }),
  search: { holder: 'bank_account.holder' },
  filters: { storeId: 'bank_account.store_id', riderId: 'bank_account.rider_id', branchId: 'bank_account.branch_id' },
  sorts: { createdAt: 'bank_account.id' },
  columns: ({ storeId, riderId, holder, code }) => ({ store_id: storeId ?? null, rider_id: riderId ?? null, holder, code }),
  create: {
    async rule({ ctx, body }) {
      const { storeId, riderId } = body
      if (storeId && riderId) return { riderId: 'is left out where the account is a store’s' }
      if (!storeId && !riderId) return { storeId: 'is required, or a rider' }
      const field = storeId ? 'storeId' : 'riderId'
      const owner = await findOwner(ctx, body)
      if (!owner) return { [field]: 'does not exist' }
      return owner.gone ? { [field]: owner.gone } : problemsOfAccount(body, owner.currency)
    },
    sets: async ({ ctx, body }) => ({
      branch_id: (await findOwner(ctx, body))?.branch_id,
      ...accountColumns(ctx.services.config, body.accountNumber),
      entered_by: ctx.actor.id,
    }),
    also: ({ ctx, work, now: { store_id, rider_id } }) =>
      rider_id
        ? noteMaker(work, rider_id, ctx.actor.id)
        : work.db.updateTable('store').set({ changed_by: ctx.actor.id }).where('id', '=', store_id).execute(),
  },
  acts: {},
})

/** Whose account it is, within the caller's reach, with why nobody pays them any more. */
async function findOwner(ctx: Context, { storeId, riderId }: Owner) {
  if (storeId) {
    const stores = ctx.db.selectFrom('store').select(['branch_id', 'currency', 'status']).where('id', '=', storeId)
    const store = await inScope(ctx, stores, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
    return store && { ...store, gone: store.status === 'terminated' ? 'is terminated' : null }
  }
  const riders = ctx.db
    .selectFrom('rider')
    .select(['branch_id', 'currency', 'status'])
    .where('id', '=', riderId ?? null)
  const rider = await inScope(ctx, riders, { branch: 'rider.branch_id' }).executeTakeFirst()
  return rider && { ...rider, gone: rider.status === 'left' ? 'has left' : null }
}

/** The whole number of one account, for a reason; the record keeps who asked and why, and no number. */
export function revealAccount(ctx: Context, { params: { id }, body }: Parsed<typeof bankAccountContract.reveal>): Promise<Revealed> {
  return reveal(ctx, {
    entity: 'bank-account',
    id,
    ...body,
    permission: 'bank-account.view',
    async find(db) {
      const { version, storeId, branchId } = await bankAccounts.read({ ...ctx, db }, id)
      const row = await db.selectFrom('bank_account').select('account_number').where('id', '=', id).executeTakeFirstOrThrow()
      const value = decrypt(purpose, ctx.services.config, row.account_number)
      return value === null ? notFound('bank-account') : { value, version, branchId, storeId }
    },
  })
}
