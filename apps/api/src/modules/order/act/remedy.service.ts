import { type BearerShares, goesBackToPayment, type Money, type RefundMethod } from '@larder/contract'
import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { findOrder, lockOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import { actOnOrder } from './act.ts'
import { findReason } from './reason.ts'
import { givenAlone, leftOf } from './refundable.ts'

interface GivenRefund {
  amount: Money
  reasonCode: string
  method: Exclude<RefundMethod, 'void'>
  bears: BearerShares
  note?: string | undefined
}

/** Within a unit of somebody else's: refunds an amount of an order, with all the rules of a refund. */
export async function refundOrder(ctx: Context, work: Work, id: string, { reasonCode, ...refund }: GivenRefund): Promise<void> {
  const reason = await findReason(ctx, 'refund', reasonCode, 'reasonCode')
  const inside = { ...ctx, within: work }
  await actOnOrder(inside, { id, version: null, mover: 'staff', act: { action: 'refund', ...refund, reason }, present: presentOrder })
}

/**
 * What can still be refunded of an order of what was captured, what it came to, and what staff took off, gave back or gave for it that nobody else approved, in
 * minor units; and whether it can go back to the payment.
 */
export async function givenOf(
  ctx: Context,
  db: ReadDatabase,
  id: string,
): Promise<Record<'left' | 'captured' | 'alone' | 'worth', number> & { goesBack: boolean }> {
  const order = (await findOrder(db, ctx, id)) ?? notFound('order')
  const { left, captured } = leftOf(order)
  const goesBack = goesBackToPayment({ paymentMethod: order.payment_method, paymentState: order.payment_state })
  return { left, captured, alone: givenAlone(order), worth: order.total_minor, goesBack }
}

/** Counts what a remedy that is no refund has given for an order, in minor units, against the limits of whoever gives something of it next. */
export async function countRemedied({ db }: Work, id: string, minor: number): Promise<void> {
  await db
    .updateTable('orders')
    .set({ remedied_minor: sql`remedied_minor + ${minor}` })
    .where('id', '=', id)
    .execute()
}

/** Holds an order until the end, so that nothing else of it is given back meanwhile. */
export async function holdGiven(ctx: Context, work: Work, id: string): Promise<void> {
  if (!(await lockOrder(readOnly(work.db), ctx, id))) notFound('order')
}

/** A reason of the list of refunds; 422 naming its field where it is none that is offered. */
export async function checkRefundReason(ctx: Context, code: string): Promise<void> {
  await findReason(ctx, 'refund', code, 'reasonCode')
}
