import type { BearerShares, Money, RefundMethod } from '@larder/contract'
import { readOnly } from '#db/database.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { findOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import { actOnOrder } from './act.ts'
import { findReason } from './reason.ts'
import { givenAlone } from './refundable.ts'

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

/** What staff took off an order or gave back of it that nobody else approved, in minor units. */
export async function givenAloneOf(ctx: Context, work: Work, id: string): Promise<number> {
  return givenAlone((await findOrder(readOnly(work.db), ctx, id)) ?? notFound('order'))
}

/** A reason of the list of refunds; 422 naming its field where it is none that is offered. */
export async function checkRefundReason(ctx: Context, code: string): Promise<void> {
  await findReason(ctx, 'refund', code, 'reasonCode')
}
