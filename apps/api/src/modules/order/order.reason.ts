import type { Reason } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import type { GivenReason } from './order.decide.ts'

/** A reason that may be given now; 422 naming the field when the list of this kind has no such code. */
export async function findReason(ctx: Context, kind: Reason['kind'], code: string): Promise<GivenReason> {
  const found = await ctx.db
    .selectFrom('reason')
    .select(['code', 'label', 'party'])
    .where('kind', '=', kind)
    .where('code', '=', code)
    .where('active', '=', true)
    .executeTakeFirst()
  return found ? (found as GivenReason) : invalid({ 'body.reason': `is not a reason to ${kind} an order` })
}
