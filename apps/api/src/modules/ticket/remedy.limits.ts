import { money, type RemedyLimits } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { limitOf } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { givenOf } from '#modules/order/act/remedy.service.ts'

interface About {
  id: string
  order_id: string | null
}

/** What nobody else approved, of the order its refunds and edits, of it or else of the ticket the other remedies; and what is left of the order. Minor units. */
export async function givenOn(ctx: Context, db: ReadDatabase, { id, order_id }: About) {
  const of = order_id ? sql`order_id = ${order_id}` : sql`ticket_id = ${id}`
  const { rows } = await sql<{ minor: number }>`select coalesce(sum(amount_minor), 0)::bigint as minor from remedy
    where ${of} and kind <> 'refund' and not is_checked`.execute(db)
  const order = order_id ? await givenOf(ctx, db, order_id) : null
  return { given_alone_minor: (rows[0]?.minor ?? 0) + (order?.alone ?? 0), order }
}

/** The same as people read it before they give something, in the currency of the ticket's branch; null where nothing can be given. */
export async function readLimits(ctx: Context, about: About & { currency: string | null }): Promise<RemedyLimits | null> {
  const { currency } = about
  if (currency === null) return null
  const { given_alone_minor, order } = await givenOn(ctx, ctx.db, about)
  const inCurrency = (minor: number) => money(minor, currency)
  const limit = limitOf(ctx.actor, 'refund.create')
  return {
    left: order && inCurrency(order.left),
    captured: order && inCurrency(order.captured),
    worth: order && inCurrency(order.worth),
    alone: limit === null ? null : inCurrency(Math.max(0, limit - given_alone_minor)),
    givenAlone: inCurrency(given_alone_minor),
  }
}
