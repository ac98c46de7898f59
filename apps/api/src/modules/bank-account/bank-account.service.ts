import { type BankAccount, bankAccountContract, maskAccount, type Parsed, problemOfBankCode, type Revealed } from '@larder/contract'
import { sql } from 'kysely'
import { decrypt, encrypt } from '#kit/access/encryption.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { reveal } from '#kit/record/reveal.ts'
import { resource } from '#kit/resource.ts'

const purpose = 'bank account'

/** What is wrong with an account that somebody typed, by its field. */
export function problemsOfAccount(
  typed: { accountNumber: string; accountNumberAgain: string; code: string },
  currency: string,
): { accountNumberAgain?: string; code?: string } | null {
  const code = problemOfBankCode(typed.code, currency)
  const differs = typed.accountNumber !== typed.accountNumberAgain
  if (!code && !differs) return null
  return { ...(differs && { accountNumberAgain: 'is another number than the one above' }), ...(code && { code }) }
}

/** Where stores are paid. An account is entered once and never changed: another one takes its place. */
export const bankAccounts = resource(bankAccountContract, {
  table: 'bank_account',
  permission: 'bank-account.view',
  rows: (db) =>
    db
      .selectFrom('bank_account')
      .innerJoin('store', 'store.id', 'bank_account.store_id')
      .innerJoin('staff', 'staff.id', 'bank_account.entered_by')
      .select([
        'bank_account.id',
        'bank_account.store_id',
        'bank_account.holder',
        'bank_account.tail',
        'bank_account.code',
        'bank_account.entered_by',
        'bank_account.created_at',
        'bank_account.version',
        'store.display_name as store_name',
        'store.branch_id as branch_id',
        'staff.name as entered_name',
        sql<boolean>`not exists (select from bank_account as later where later.store_id = bank_account.store_id and later.id > bank_account.id)`.as(
          'is_newest',
        ),
      ]),
  scope: { branch: 'store.branch_id', store: 'bank_account.store_id' },
  present: (row) => ({
    id: row.id as BankAccount['id'],
    storeId: row.store_id as BankAccount['storeId'],
    branchId: row.branch_id as BankAccount['branchId'],
    store: { id: row.store_id, name: row.store_name },
    holder: row.holder,
    accountNumber: maskAccount(row.tail),
    code: row.code,
    isNewest: row.is_newest,
    enteredBy: { id: row.entered_by, name: row.entered_name },
    createdAt: row.created_at,
    version: row.version,
  }),
  search: { holder: 'bank_account.holder' },
  filters: { storeId: 'bank_account.store_id', branchId: 'store.branch_id' },
  sorts: { createdAt: 'bank_account.id' },
  columns: ({ storeId, holder, code }) => ({ store_id: storeId, holder, code }),
  create: {
    async rule({ ctx, body }) {
      const stores = ctx.db.selectFrom('store').select(['currency', 'status']).where('id', '=', body.storeId)
      const store = await inScope(ctx, stores, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
      if (!store) return { storeId: 'does not exist' }
      return store.status === 'terminated' ? { storeId: 'is terminated' } : problemsOfAccount(body, store.currency)
    },
    sets: ({ ctx, body: { accountNumber } }) => ({
      account_number: encrypt(purpose, ctx.services.config, accountNumber),
      tail: accountNumber.slice(-4),
      entered_by: ctx.actor.id,
    }),
    also: ({ ctx, work, now }) => work.db.updateTable('store').set({ changed_by: ctx.actor.id }).where('id', '=', now.store_id).execute(),
  },
  acts: {},
})

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
