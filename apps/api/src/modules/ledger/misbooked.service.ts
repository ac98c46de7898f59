import {
  type LedgerAccount,
  ledgerAccountKeys,
  ledgerAccounts,
  type MisbookedStatus,
  misbookedOrderContract,
  money,
  newId,
} from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { readBooked } from './backfill.service.ts'
import { postingsOf } from './journal.service.ts'
import type { Position } from './position.ts'
import { entryInsert, entryOf } from './post.service.ts'
import { lacksOf, type Misbooked } from './recompute.service.ts'

/** Orders that are booked otherwise than they stand. */
export const misbookedOrders = resource(misbookedOrderContract, {
  table: 'misbooked_order',
  permission: 'finance.view',
  rows: (db) =>
    db
      .selectFrom('misbooked_order')
      .innerJoin('orders', 'orders.id', 'misbooked_order.order_id')
      .innerJoin('store', 'store.id', 'orders.store_id')
      .selectAll('misbooked_order')
      .select(['orders.number as order_number', 'orders.branch_id', 'orders.store_id', 'store.display_name as store_name']),
  scope: { branch: 'orders.branch_id', store: 'orders.store_id' },
  present: (row) => ({
    order: { id: row.order_id, name: row.order_number },
    lacks: postingsOf(chartedOf(row.lacks as Position), row.currency),
  }),
  search: { order: 'orders.number' },
  acts: {
    correct: {
      whyNot: ({ status }) => (status === 'open' ? null : 'It is not open any more.'),
      sets: async ({ ctx, work, row, body }) => ({ ...(await correct(ctx, work, row.order_id)), note: body.reason }),
    },
  },
})

/** By the numbers of the accounts. */
function chartedOf(position: Position): (readonly [LedgerAccount, number])[] {
  return ledgerAccountKeys.flatMap((account) => (position[account] === undefined ? [] : [[account, position[account]] as const]))
}

/** Books what the ledger lacks of an order now, in the unit of whoever says so. */
async function correct(ctx: Context, work: Work, orderId: string): Promise<{ status: MisbookedStatus; lacks?: string }> {
  await work.db.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute()
  const [order] = await readBooked(work.db, sql`orders.id = ${orderId}`)
  const moved = order ? lacksOf(order) : {}
  if (!order || Object.keys(moved).length === 0) return { status: 'gone' }
  await entryInsert(ctx.requestId, [entryOf(order, ctx.clock.instant(), { kind: 'corrected', moved })]).execute(work.db)
  return { status: 'corrected', lacks: JSON.stringify(moved) }
}

/**
 * Keeps what a check found: a new one reaches the bell of whoever may view finance where its order is, once. What was looked at and is booked
 * as it stands is gone.
 */
export async function keepMisbooked(
  ctx: Context,
  { looked, found }: { looked: ReadonlySet<string>; found: readonly Misbooked[] },
  besides: (work: Work) => Promise<void>,
): Promise<void> {
  await unitOfWork(ctx, async (work) => {
    work.tie()
    await besides(work)
    const open = await work.db.selectFrom('misbooked_order').selectAll().where('status', '=', 'open').forUpdate().execute()
    const are = new Map(found.map((each) => [each.orderId, each]))
    const gone = open.filter(({ order_id }) => looked.has(order_id) && !are.has(order_id))
    const news = found.filter(({ orderId }) => !open.some(({ order_id }) => order_id === orderId))
    for (const row of open) await tellOtherwise(ctx, work, row, are.get(row.order_id))
    for (const row of gone) await move(ctx, work, row, { status: 'gone' })
    for (const each of news) await add(ctx, work, each)
    if (gone.length + news.length === 0) work.nothing()
  })
}

type Kept = OwnRow<'misbooked_order'>

// What it lacks may have become another thing; that is no news.
async function tellOtherwise(ctx: Context, work: Work, { id, lacks }: Kept, found: Misbooked | undefined): Promise<void> {
  if (!found || isSame(lacks as Position, found.lacks)) return
  const set = { lacks: JSON.stringify(found.lacks), updated_at: ctx.clock.instant() }
  await work.db.updateTable('misbooked_order').set(set).where('id', '=', id).execute()
}

function isSame(one: Position, other: Position): boolean {
  const accounts = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<LedgerAccount>
  return [...accounts].every((account) => one[account] === other[account])
}

async function move(ctx: Context, work: Work, { id, version, order_id }: Kept, to: { status: MisbookedStatus }): Promise<void> {
  const set = { ...to, version: version + 1, updated_at: ctx.clock.instant() }
  await work.db.updateTable('misbooked_order').set(set).where('id', '=', id).execute()
  const { number: _, ...place } = await placeOf(work, order_id)
  work.record({ ...place, id, version: version + 1, action: 'change', old: { status: 'open' }, new: to })
}

async function add(ctx: Context, work: Work, { orderId, currency, lacks }: Misbooked): Promise<void> {
  const id = newId<'misbooked-order'>(ctx.clock.ms())
  const now = ctx.clock.instant()
  const row = { id, order_id: orderId, currency, lacks: JSON.stringify(lacks), created_at: now, updated_at: now }
  await work.db.insertInto('misbooked_order').values(row).execute()
  const { number, ...place } = await placeOf(work, orderId)
  work.record({ ...place, id, version: 1, action: 'create', old: null, new: { number, currency, ...tellLacks(lacks) } })
  const amount = Object.values(lacks).reduce((sum, minor) => sum + Math.max(0, minor), 0)
  const payload = {
    id: newId<'message'>(ctx.clock.ms()),
    tone: 'error' as const,
    title: `${number} is booked otherwise than it stands`,
    text: `${format().money(money(amount, currency))} on ${chartedOf(lacks)
      .map(([account]) => ledgerAccounts[account].label)
      .join(', ')}.`,
    entity: 'order',
    entityId: orderId,
    at: now,
  }
  work.notify({ kind: 'message', ...place, entityId: id, version: 1, payload })
}

function tellLacks(lacks: Position): Record<string, number> {
  return Object.fromEntries(Object.entries(lacks).map(([account, minor]) => [`${account.replaceAll('-', '_')}_minor`, minor]))
}

async function placeOf({ db }: Work, orderId: string) {
  const order = db.selectFrom('orders').select(['number', 'branch_id', 'store_id']).where('id', '=', orderId)
  const { number, branch_id, store_id } = await order.executeTakeFirstOrThrow()
  return { number, entity: 'misbooked-order', permission: 'finance.view', branchId: branch_id, storeId: store_id } as const
}
