import {
  type LedgerAccount,
  type LedgerEntry,
  type LedgerEntryKind,
  type LedgerPosting,
  type LedgerRecord,
  type ledgerEntryContract,
  money,
  type Page,
  type Parsed,
} from '@larder/contract'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { LedgerEntry as LedgerEntryTable } from '#db/schema.gen.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { equalTo, holds, listPage } from '#kit/list-query.ts'

type Contract = typeof ledgerEntryContract
type Row = Selectable<LedgerEntryTable> &
  Record<'branch_name' | 'store_name', string> &
  Record<'order_id' | 'order_number' | 'deposit_number' | 'by', string | null>

/** The journal, newest business day first: every movement of money within the caller's scope. */
export function listEntries(ctx: Context, { query: input }: Parsed<Contract['list']>): Promise<Page<LedgerEntry>> {
  const { from, to, account, q } = input
  const query = visibleEntries(ctx)
    .where(from ? sql<SqlBool>`ledger_entry.day >= ${from}` : always)
    .where(to ? sql<SqlBool>`ledger_entry.day <= ${to}` : always)
    .where(account ? holds(sql.ref('ledger_entry.accounts'), account) : always)
    .where(equalTo('ledger_entry.kind', input.kind))
    .where(equalTo('ledger_entry.branch_id', input.branchId))
    .where(equalTo('ledger_entry.store_id', input.storeId))
    .where(input.orderId ? ofOrder(input.orderId) : always)
    .where(q?.trim() ? numbered(q.trim()) : always)
  const sorts = { day: { column: 'ledger_entry.day' } }
  return listPage(ctx, { query, input, sorts, defaultSort: '-day', tie: 'ledger_entry.id', present: presentEntry })
}

export async function getEntry(ctx: Context, { params: { id } }: Parsed<Contract['get']>): Promise<LedgerRecord> {
  const row = await visibleEntries(ctx).where('ledger_entry.id', '=', sql<number>`${id}::bigint`).executeTakeFirst()
  if (!row) return notFound('ledger-entry')
  return {
    ...presentEntry(row),
    bookedAt: row.booked_at,
    sequence: row.entity_sequence,
    hash: row.hash.toString('hex'),
    previousHash: row.previous_hash?.toString('hex') ?? null,
  }
}

const always = sql<SqlBool>`true`

// What was settled of its payment, and given to make it good, is of the order too.
function ofOrder(id: string): Expression<SqlBool> {
  return sql<SqlBool>`ledger_entry.entity_id = any(array(select ${id}::uuid union all select id from payment_difference where order_id = ${id}
    union all select id from remedy where order_id = ${id}))`
}

// Numbers of orders and deposits are short, and known whole: who looks for one has it before them.
function numbered(number: string): Expression<SqlBool> {
  const typed = number.toUpperCase()
  return sql<SqlBool>`ledger_entry.entity_id in (select id from orders where number = ${typed} union all select id from cash_deposit where number = ${typed}
    union all select payment_difference.id from payment_difference join orders on orders.id = order_id where number = ${typed}
    union all select remedy.id from remedy join orders on orders.id = order_id where orders.number = ${typed})`
}

function visibleEntries(ctx: Context) {
  const all = ctx.db
    .selectFrom('ledger_entry')
    .leftJoin('payment_difference', 'payment_difference.id', 'ledger_entry.entity_id')
    .leftJoin('remedy', 'remedy.id', 'ledger_entry.entity_id')
    .leftJoin('orders', (join) =>
      join.on(sql<SqlBool>`orders.id = coalesce(payment_difference.order_id, remedy.order_id, ledger_entry.entity_id)`),
    )
    .leftJoin('cash_deposit', 'cash_deposit.id', 'ledger_entry.entity_id')
    .innerJoin('branch', 'branch.id', 'ledger_entry.branch_id')
    .innerJoin('store', 'store.id', 'ledger_entry.store_id')
  return inScope(ctx, all, { branch: 'ledger_entry.branch_id', store: 'ledger_entry.store_id' })
    .selectAll('ledger_entry')
    .select([
      'orders.id as order_id',
      'orders.number as order_number',
      'cash_deposit.number as deposit_number',
      'branch.name as branch_name',
      'store.display_name as store_name',
      bookedBy.as('by'),
    ])
}

// An entry is written by the request that its record has an entry of.
const bookedBy = sql<string | null>`(
  select actor_name from audit_entry where audit_entry.entity = ledger_entry.entity and audit_entry.entity_id = ledger_entry.entity_id::text
    and audit_entry.request_id = ledger_entry.request_id order by entity_sequence limit 1)`

function presentEntry(row: Row): LedgerEntry {
  const { currency } = row
  const amounts = row.amounts as unknown as number[]
  return {
    id: String(row.id),
    day: row.day,
    at: row.at,
    kind: row.kind as LedgerEntryKind,
    order: row.order_id === null || row.order_number === null ? null : { id: row.order_id, number: row.order_number },
    cashDeposit: row.deposit_number === null ? null : { id: row.entity_id, number: row.deposit_number },
    branch: { id: row.branch_id, name: row.branch_name },
    store: { id: row.store_id, name: row.store_name },
    by: row.by,
    amount: money(
      amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0),
      currency,
    ),
    postings: postingsOf(
      row.accounts.map((account, place) => [account as LedgerAccount, amounts[place] ?? 0]),
      currency,
    ),
    version: 1,
  }
}

/** Amounts by account, debits positive, as two sides: debits first. */
export function postingsOf(amounts: readonly (readonly [LedgerAccount, number])[], currency: string): LedgerPosting[] {
  const postings = amounts.map(([account, amount]) => {
    const side = money(Math.abs(amount), currency)
    return { account, debit: amount > 0 ? side : null, credit: amount < 0 ? side : null }
  })
  return [...postings.filter(({ debit }) => debit), ...postings.filter(({ credit }) => credit)]
}
