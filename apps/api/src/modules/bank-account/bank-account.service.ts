import { bankAccountContract, type FirstAccount, maskAccount, type Parsed, problemOfBankCode, type Revealed } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { decrypt, encrypt } from '#kit/access/encryption.ts'
import { can } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { reveal } from '#kit/record/reveal.ts'
import type { Problems } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { noteMaker, raiseInReview } from '#modules/store/in-review.service.ts'
import {
  approvedNow,
  beginningOf,
  ownAccount,
  refusedNow,
  refuseOutdated,
  tellCheckers,
  tellMaker,
  tellOwner,
  whyNotApprove,
  whyNotRefuse,
} from './bank-account.check.ts'
import { findOwner, holdOwner, type Owner } from './bank-account.owner.ts'
import { hasStatus, statusOf, usedUntil, waitsFor } from './bank-account.status.ts'

const purpose = 'bank account'

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
      .leftJoin('staff as checker', 'checker.id', 'bank_account.checked_by')
      .select([
        'bank_account.id',
        'bank_account.store_id',
        'bank_account.rider_id',
        'bank_account.branch_id',
        'bank_account.holder',
        'bank_account.tail',
        'bank_account.code',
        'bank_account.entered_by',
        'bank_account.state',
        'bank_account.effective_at',
        'bank_account.checked_by',
        'bank_account.checked_at',
        'bank_account.status_reason',
        'bank_account.created_at',
        'bank_account.version',
        'store.display_name as store_name',
        'rider.name as rider_name',
        'staff.name as entered_by_name',
        'checker.name as checked_by_name',
        usedUntil.as('used_until'),
        waitsFor.as('waits_for'),
      ]),
  scope: { branch: 'bank_account.branch_id', store: 'bank_account.store_id' },
  present: (row, ctx) => ({
    accountNumber: maskAccount(row.tail),
    status: statusOf(row, ctx.clock.instant()),
    because: row.status_reason,
  }),
  search: { holder: 'bank_account.holder' },
  filters: {
    status: (status, { clock }) => hasStatus(status, clock.instant()),
  },
  columns: { accountNumber: null, accountNumberAgain: null },
  create: {
    async rule({ ctx, work, body }) {
      const { storeId, riderId } = body
      if (storeId && riderId) return { riderId: 'is left out where the account is a store’s' }
      if (!storeId && !riderId) return { storeId: 'is required, or a rider' }
      const field = storeId ? 'storeId' : 'riderId'
      await holdOwner(work, body)
      const owner = await findOwner(ctx, body)
      if (!owner) return { [field]: 'does not exist' }
      return owner.gone ? { [field]: owner.gone } : problemsOfAccount(body, owner.currency)
    },
    sets: async ({ ctx, work, body }) => {
      const owner = (await findOwner(ctx, body)) ?? notFound('bank-account')
      const beginning = await beginningOf(ctx, owner)
      await replaceWaiting(ctx, work, body)
      if (beginning.state === 'approved') await replaceCooling(ctx, work, body)
      const account = accountColumns(ctx.services.config, body.accountNumber)
      return { branch_id: owner.branch_id, ...account, entered_by: ctx.actor.id, ...beginning }
    },
    also: async ({ ctx, work, now }) => {
      const told = { bank_account: maskAccount(now.tail) }
      const [entity, ownerId] = now.rider_id ? (['rider', now.rider_id] as const) : (['store', now.store_id ?? ''] as const)
      await noteMaker(ctx, work, entity, ownerId)
      await raiseInReview(ctx, work, entity, ownerId, { action: 'enterAccount', told })
      if (now.state === 'waiting') await tellCheckers(ctx, work, now)
      else if (now.status_reason) await tellOwner(ctx, work, now)
    },
  },
  acts: {
    approve: {
      whyNot: whyNotApprove,
      madeBy: { makers: ({ entered_by }) => [entered_by], own: ownAccount },
      rule: refuseOutdated,
      sets: async ({ ctx, work, row, exception }) => {
        await replaceCooling(ctx, work, { storeId: row.store_id, riderId: row.rider_id })
        return approvedNow(ctx, exception ?? null)
      },
      also: async ({ ctx, work, now }) => {
        await tellMaker(ctx, work, now)
        await tellOwner(ctx, work, now)
      },
    },
    refuse: {
      whyNot: whyNotRefuse,
      sets: ({ ctx, body }) => refusedNow(ctx, body.reason),
      also: async ({ ctx, work, row, now }) => {
        await tellMaker(ctx, work, now)
        if (row.state === 'approved') await tellOwner(ctx, work, now)
      },
    },
  },
})

/** One at a time waits: what is entered now takes the place of what does. */
function replaceWaiting(ctx: Context, work: Work, owner: Owner): Promise<void> {
  return replace(ctx, work, owner, sql<boolean>`state = 'waiting'`)
}

/** One at a time is approved and not in use yet: only another one that is approved takes its place. */
function replaceCooling(ctx: Context, work: Work, owner: Owner): Promise<void> {
  return replace(ctx, work, owner, sql<boolean>`state = 'approved' and effective_at > ${ctx.clock.instant()}`)
}

async function replace(ctx: Context, work: Work, { storeId, riderId }: Owner, condition: RawBuilder<boolean>): Promise<void> {
  const found = await work.db
    .selectFrom('bank_account')
    .select(['id', 'version', 'state'])
    .where(storeId ? 'store_id' : 'rider_id', '=', storeId ?? riderId ?? null)
    .where(condition)
    .forUpdate()
    .execute()
  for (const { id, version, state } of found) {
    work.tie()
    const wasTold = state === 'approved'
    await bankAccounts.change(
      { ...ctx, idempotency: null, within: work },
      { id, version, action: 'replace' },
      {
        sets: () => ({ state: 'replaced', effective_at: null }),
        also: ({ now }) => (wasTold ? tellOwner(ctx, work, now) : undefined),
      },
    )
  }
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
