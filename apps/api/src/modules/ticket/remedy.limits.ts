import { businessDay, firstIdAt, localDateAt, money, type RemedyLimits } from '@larder/contract'
import { sql } from 'kysely'
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
 * order. Whoever gives a remedy holds its ticket before, and the order's credits and the ledger after.
 */
export async function holdSum(ctx: Context, work: Work, { order_id, customer_id, store_id }: About): Promise<void> {
  const { rows } = await sql<{ goes_on: string }>`select goes_on from customer where id = ${customer_id}::uuid`.execute(work.db)
  const owner = rows[0]?.goes_on ?? store_id
  if (owner !== null) await oneAtATime(work, 'remedy', owner)
  if (order_id !== null) await holdGiven(ctx, work, order_id)
}

/**
 * What nobody else approved, in minor units: of an order its refunds, edits and other remedies; of a ticket without one all remedies that its customer
 * was given on the day of the installation, or else its store. And what is left of the order.
 */
export async function givenOn(ctx: Context, db: ReadDatabase, { order_id, customer_id, store_id, currency }: About) {
  if (order_id !== null) {
    const order = await givenOf(ctx, db, order_id)
    return { given_alone_minor: order.alone, order }
  }
  const ofCustomer = sql`customer_id = any(array(select id from customer where goes_on = (select goes_on from customer where id = ${customer_id})))`
  const ofStore = sql`store_id = ${store_id} and customer_id is null and order_id is null`
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(amount_minor), 0)::bigint as minor from remedy
    where not is_checked and ${customer_id ? ofCustomer : ofStore} and ${await isOfDay(ctx)} and currency = ${currency}`.execute(db)
  return { given_alone_minor: rows[0]?.minor ?? 0, order: null }
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
  const { given_alone_minor, order } = await givenOn(ctx, ctx.db, about)
  const inCurrency = (minor: number) => money(minor, currency)
  const limit = limitOf(ctx.actor, 'refund.create')
  const alone = limit === null ? null : Math.max(0, limit - given_alone_minor)
  return {
    left: order && inCurrency(order.left),
    captured: order && inCurrency(order.captured),
    worth: order && inCurrency(order.worth),
    alone: alone === null ? null : inCurrency(alone),
    givenAlone: inCurrency(given_alone_minor),
    approvers: alone === null ? [] : await findWhoApproves(ctx, about, alone + 1),
  }
}

async function findWhoApproves(
  ctx: Context,
  { branch_id, store_id }: { branch_id: string | null; store_id: string | null },
  moves: number,
) {
  const { by } = await findApprovers(ctx, ctx.actor, 'refund.approve', { branchId: branch_id, storeId: store_id, moves })
  return by
}
