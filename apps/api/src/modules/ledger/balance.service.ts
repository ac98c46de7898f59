import {
  type LedgerAccount,
  type LedgerBalance,
  type LocalDate,
  type ledgerAccountContract,
  ledgerAccountKeys,
  ledgerAccountLabels,
  ledgerAccounts,
  moneySum,
  type Output,
  type Page,
  type Parsed,
} from '@larder/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '#kit/actor.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { listPage } from '#kit/list-query.ts'
import { idsOf, isOfScope, sumOf } from '#modules/dashboard/order-figures.service.ts'

type Contract = typeof ledgerAccountContract
type Query = Parsed<Contract['list']>['query']

interface Row extends Record<'opening' | 'debit' | 'credit' | 'closing', number> {
  id: string
  account: LedgerAccount
  currency: string
  place: number
}

/** The trial balance, right to the last commit: rollups and what is not folded into them yet. It costs the same at any number of orders. */
export async function listBalances(ctx: Context, { query: input }: Parsed<Contract['list']>): Promise<Page<LedgerBalance>> {
  const { from, to, q } = input
  const figures = balanceFigures(await scopeOf(ctx, input), to)
  const isWithin = from ? sql`day >= ${from}` : sql`true`
  const balances = sql<Row>`(select account || '.' || currency as id, array_position(${ledgerAccountKeys}::text[], account) as place, account, currency,
      ${sumOf(sql`case when ${isWithin} then 0 else debit_minor - credit_minor end`)} as opening,
      ${sumOf(sql`case when ${isWithin} then debit_minor else 0 end`)} as debit,
      ${sumOf(sql`case when ${isWithin} then credit_minor else 0 end`)} as credit,
      ${sumOf(sql`debit_minor - credit_minor`)} as closing
    from ${figures} as figure group by account, currency)`
  const named = q?.trim() ? sql<SqlBool>`balance.account = any(${accountsNamed(q.trim())}::text[])` : sql<SqlBool>`true`
  const query = ctx.db.selectFrom(balances.as('balance')).selectAll().where(named)
  const sorts = { account: { column: 'balance.place' } }
  return listPage(ctx, { query, input, sorts, defaultSort: 'account', tie: 'balance.id', present: presentBalance })
}

/** How far the orders of before the ledger are booked: a share, since how many there are elsewhere is nobody's to know. */
export async function readProgress({ services }: Context): Promise<Output<Contract['progress']>> {
  const { rows } = await sql<Output<Contract['progress']>>`
    select coalesce(floor(100 * sum(done) / nullif(sum(orders), 0)), 100)::int as percent from ledger_backfill`.execute(services.db)
  return rows[0] ?? { percent: 100 }
}

function balanceFigures(scope: Scope, to: LocalDate | undefined): RawBuilder<unknown> {
  const until = to ? sql`day <= ${to}` : sql`true`
  return sql`(
    select account, currency, day, debit_minor, credit_minor from ledger_balance where scope_id = any(${idsOf(scope)}::uuid[]) and ${until}
    union all
    select account, currency, day, debit_minor, credit_minor from ledger_balance_delta where ${isOfScope(scope)} and ${until})`
}

/** The caller's scope, cut to a branch or a store where asked; what lies outside of it has no balances. */
async function scopeOf(ctx: Context, { branchId, storeId }: Pick<Query, 'branchId' | 'storeId'>): Promise<Scope> {
  const { scope } = ctx.actor
  if (!storeId && !branchId) return scope
  if (!storeId && scope.kind === 'all') return { kind: 'branch', ids: [branchId as string] }
  if (!storeId && scope.kind === 'branch') return { kind: 'branch', ids: [...scope.ids].filter((id) => id === branchId) }
  const stores = inScope(ctx, ctx.db.selectFrom('store').select('id'), { branch: 'branch_id', store: 'id' })
  const ofBranch = branchId ? stores.where('branch_id', '=', branchId) : stores
  const found = await (storeId ? ofBranch.where('id', '=', storeId) : ofBranch).execute()
  return { kind: 'store', ids: found.map(({ id }) => id) }
}

function accountsNamed(words: string): LedgerAccount[] {
  return ledgerAccountKeys.filter((key) => ledgerAccountLabels[key].toLowerCase().includes(words.toLowerCase()))
}

function presentBalance({ id, account, currency, opening, debit, credit, closing }: Row): LedgerBalance {
  return {
    id,
    account,
    type: ledgerAccounts[account].type,
    currency,
    opening: moneySum(opening, currency),
    debit: moneySum(debit, currency),
    credit: moneySum(credit, currency),
    closing: moneySum(closing, currency),
    version: 1,
  }
}
