import { businessDay, firstIdAt, localDateAt, money, type RemedyLimits, type RemedySum } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { limitOf } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { findApprovers } from '#kit/record/approval.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import { readSetting } from '#kit/settings.ts'
import { givenOf, holdGiven } from '#modules/order/act/remedy.service.ts'

/** What of a ticket says with what a remedy on it is summed up. */
interface About {
  order_id: string | null
  customer_id: string | null
  store_id: string | null
  currency: string | null
}

/**
 * Holds what is summed up until the end, so that of two who give something at once the second counts what the first gave: whoever it is for, then the
 * store, then the order. Whoever gives a remedy holds its ticket before, and the order's credits and the ledger after.
 */
export async function holdSum(ctx: Context, work: Work, { order_id, customer_id, store_id }: About): Promise<void> {
  const { rows } = await sql<{ goes_on: string }>`select goes_on from customer where id = ${customer_id}::uuid`.execute(work.db)
  if (rows[0]) await oneAtATime(work, 'remedy', rows[0].goes_on)
  if (order_id !== null) await holdGiven(ctx, work, order_id)
  else if (store_id !== null) await oneAtATime(work, 'remedy', store_id)
}

/** What counts towards everybody's limit, in minor units, and of whom it is the sum. */
interface Given {
  given_alone_minor: number
  sum_of: RemedySum
}

/**
 * What nobody else approved: of an order its refunds, edits and other remedies; without one, all remedies that the ticket's customer was given on the
 * day of the installation, and where it is owed to the store what it is owed so of that day, if that is more: a ticket for each of many customers
 * would give it the limit many times. And what is left of the order.
 */
export async function givenOn(ctx: Context, db: ReadDatabase, about: About) {
  const { order_id, customer_id, store_id, currency } = about
  if (order_id !== null) {
    const order = await givenOf(ctx, db, order_id)
    const given: Given = { given_alone_minor: order.alone, sum_of: 'order' }
    return { given, toStore: given, order }
  }
  const ofCustomer = sql`customer_id = any(array(select id from customer where goes_on = (select goes_on from customer where id = ${customer_id})))`
  const ofStore = sql`store_id = ${store_id} and kind = 'compensation' and order_id is null`
  const ofDay = await isOfDay(ctx)
  const sumOf = (those: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(amount_minor), 0)::bigint from remedy where checked_by is null and ${those} and ${ofDay} and currency = ${currency})`
  const { rows } = await sql<{
    customer: number
    store: number
  }>`select ${sumOf(ofCustomer)} as customer, ${sumOf(ofStore)} as store`.execute(db)
  const { customer = 0, store = 0 } = rows[0] ?? {}
  const toStore: Given = { given_alone_minor: store, sum_of: 'store' }
  if (customer_id === null) return { given: toStore, toStore, order: null }
  const given: Given = { given_alone_minor: customer, sum_of: 'customer' }
  return { given, toStore: store > customer ? toStore : given, order: null }
}

async function isOfDay({ clock, services }: Context) {
  const zone = await readSetting(services, 'installation.timeZone')
  const { from, to } = businessDay(localDateAt(clock.instant(), zone), zone)
  return sql`id >= ${firstIdAt(from)} and id < ${firstIdAt(to)}`
}

/** The same as people read it before they give something, in the currency of the ticket's branch; null where nothing can be given. */
export async function readLimits(ctx: Context, about: About & { branch_id: string | null }): Promise<RemedyLimits | null> {
  const { currency } = about
  if (currency === null) return null
  const { given, toStore, order } = await givenOn(ctx, ctx.db, about)
  const inCurrency = (minor: number) => money(minor, currency)
  const limit = limitOf(ctx.actor, 'refund.create', currency)
  const aloneOf = ({ given_alone_minor: minor, sum_of: sumOf }: Given) => ({
    alone: limit === null ? null : inCurrency(Math.max(0, limit - minor)),
    givenAlone: inCurrency(minor),
    sumOf,
  })
  return {
    left: order && inCurrency(order.left),
    captured: order && inCurrency(order.captured),
    worth: order && inCurrency(order.worth),
    goesBack: order?.goesBack ?? false,
    ...aloneOf(given),
    toStore: aloneOf(toStore),
    approvers: limit === null ? [] : await findWhoApproves(ctx, about, Math.max(0, limit - given.given_alone_minor) + 1),
  }
}

async function findWhoApproves(
  ctx: Context,
  { branch_id, store_id }: { branch_id: string | null; store_id: string | null },
  weighs: number,
) {
  const { by } = await findApprovers(ctx, ctx.actor, 'refund.approve', { branchId: branch_id, storeId: store_id, weighs })
  return by
}
