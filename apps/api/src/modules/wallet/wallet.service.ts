import {
  addMinutes,
  type Id,
  type Instant,
  localDateAt,
  money,
  moneySum,
  newId,
  type Parsed,
  type WalletBalance,
  type WalletEntry,
  walletCreditContract,
} from '@larder/contract'
import { sql } from 'kysely'
import { inScope, withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { equalTo } from '#kit/list-query.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { readSetting } from '#kit/settings.ts'
import { entryInsert, type NewEntry } from '#modules/ledger/post.service.ts'

type Contract = typeof walletCreditContract

const orderScope = { branch: 'orders.branch_id', store: 'orders.store_id' } as const
const place = { branch: 'wallet_credit.branch_id', store: 'wallet_credit.store_id' } as const

/** Credits of customers, of which what is left is what their entries come to. */
export const walletCredits = resource(walletCreditContract, {
  table: 'wallet_credit',
  permission: 'refund.view',
  rows: (db) =>
    db
      .selectFrom('wallet_credit')
      .innerJoin('customer', 'customer.id', 'wallet_credit.customer_id')
      .innerJoin('store', 'store.id', 'wallet_credit.store_id')
      .leftJoin('remedy', 'remedy.id', 'wallet_credit.remedy_id')
      .leftJoin('ticket', 'ticket.id', 'remedy.ticket_id')
      .selectAll('wallet_credit')
      .select([
        'customer.name as customer_name',
        'store.display_name as store_name',
        'ticket.id as ticket_id',
        'ticket.number as ticket_number',
      ]),
  scope: place,
  present: (row) => ({
    ticket: row.ticket_id && row.ticket_number ? { id: row.ticket_id, name: row.ticket_number } : null,
    by: row.by_name,
  }),
  search: { customer: 'customer.search' },
  acts: {},
})

export const walletHandlers = { ...walletCredits.handlers, entries: listEntries, balance: readBalance }

async function listEntries(ctx: Context, { params: { id } }: Parsed<Contract['entries']>): Promise<WalletEntry[]> {
  const { amount } = await walletCredits.read(ctx, id)
  const { rows } = await sql<OwnRow<'wallet_entry'> & { number: string | null }>`
    select wallet_entry.*, orders.number from wallet_entry left join orders on orders.id = wallet_entry.order_id and ${withinScope(ctx, orderScope)}
    where credit_id = ${id} order by wallet_entry.id limit 1000`.execute(ctx.db)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as WalletEntry['kind'],
    amount: money(row.minor, amount.currency),
    order: row.order_id && row.number ? { id: row.order_id as Id<'order'>, number: row.number } : null,
    by: row.by_name,
    at: row.at,
  }))
}

async function readBalance(ctx: Context, { query }: Parsed<Contract['balance']>): Promise<WalletBalance> {
  const open = inScope(ctx, ctx.db.selectFrom('wallet_credit'), place)
    .select(['currency', sql<number>`sum(left_minor)::bigint`.as('minor'), sql<Instant>`min(expires_at)`.as('expires_at')])
    .select(sql<number>`(array_agg(left_minor order by expires_at, id))[1]`.as('next_minor'))
    .where(equalTo('wallet_credit.customer_id', query.customerId))
    .where('state', '=', 'open')
    .where('expires_at', '>', ctx.clock.instant())
  const rows = await open.groupBy('currency').orderBy('currency').execute()
  const [next] = rows.toSorted((a, b) => (a.expires_at < b.expires_at ? -1 : 1))
  return {
    balances: rows.map(({ minor, currency }) => moneySum(minor, currency)),
    expiresAt: next?.expires_at ?? null,
    expiring: next ? moneySum(next.next_minor, next.currency) : null,
  }
}

interface Grant extends Pick<OwnRow<'remedy'>, 'branch_id' | 'store_id' | 'amount_minor' | 'currency'> {
  customer_id: string
  remedy_id: string
}

/** Grants a credit within the unit of the remedy that it is; what it costs is booked with the remedy. */
export async function grantCredit(ctx: Context, work: Work, grant: Grant): Promise<{ credit_expires_at: Instant }> {
  const now = ctx.clock.instant()
  const expires_at = addMinutes(now, 24 * 60 * (await readSetting(ctx.services, 'wallet.creditDays')))
  const id = newId<'wallet-credit'>(ctx.clock.ms())
  const row = { id, ...grant, left_minor: grant.amount_minor, expires_at, by_name: ctx.actor.name, created_at: now, updated_at: now }
  await work.db.insertInto('wallet_credit').values(row).execute()
  await writeEntry(ctx, work, { credit_id: id, kind: 'granted', minor: grant.amount_minor, order_id: null })
  return { credit_expires_at: expires_at }
}

type Written = Pick<OwnRow<'wallet_entry'>, 'credit_id' | 'kind' | 'minor' | 'order_id'>

async function writeEntry(ctx: Context, work: Work, entry: Written): Promise<void> {
  await work.db
    .insertInto('wallet_entry')
    .values({ id: newId(ctx.clock.ms()), ...entry, by_name: ctx.actor.name, at: ctx.clock.instant() })
    .execute()
}

const batch = 200

/** What is left of credits whose time is over expires: the marketplace owes it no more. */
export async function expireCredits(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('wallet_credit')
    .select(['id', 'version'])
    .where('state', '=', 'open')
    .where('expires_at', '<=', ctx.clock.instant())
    .orderBy('expires_at')
    .limit(batch)
    .execute()
  for (const { id, version } of due) {
    try {
      await walletCredits.change(
        ctx,
        { id, version, action: 'expire' },
        {
          sets: () => ({ state: 'expired', left_minor: 0 }),
          also: async ({ work, row }) => {
            await writeEntry(ctx, work, { credit_id: id, kind: 'expired', minor: -row.left_minor, order_id: null })
            const moved = { 'wallet-credits': row.left_minor, 'expired-credits': -row.left_minor }
            await book(ctx, work, { entity: 'wallet-credit', id, kind: 'credit-expired', row, moved })
          },
        },
      )
    } catch (error) {
      ctx.log.warn({ creditId: id, err: error }, 'a credit could not expire; the next run tries again')
    }
  }
}

interface Booked {
  entity: 'remedy' | 'wallet-credit'
  id: string
  kind: 'credit-granted' | 'credit-expired' | 'compensated'
  row: { branch_id: string; store_id: string; currency: string }
  moved: Partial<Record<NewEntry['accounts'][number], number>>
}

/** Books what a remedy or a credit moved, in the unit that moves it. */
export async function book(ctx: Context, work: Work, { entity, id, kind, row, moved }: Booked): Promise<void> {
  const { branch_id, store_id, currency } = row
  const { time_zone } = await work.db.selectFrom('branch').select('time_zone').where('id', '=', branch_id).executeTakeFirstOrThrow()
  const at = ctx.clock.instant()
  const posted = Object.entries(moved).filter(([, amount]) => amount !== 0)
  if (posted.length === 0) return
  const entry: NewEntry = {
    ...{ at, day: localDateAt(at, time_zone), kind, entity_id: id, branch_id, store_id, rider_id: null, currency },
    accounts: posted.map(([account]) => account as NewEntry['accounts'][number]),
    amounts: posted.map(([, amount]) => amount),
  }
  await entryInsert(ctx.requestId, [entry], { entity }).execute(work.db)
}
