import { type AtRisk, addMinutes } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { listPromised } from '#modules/order/read/promised.service.ts'
import { riskOf } from './at-risk.decide.ts'

const lookAheadMinutes = 60
const looked = 200
const shown = 12

/** Orders about to be late, most urgent first: of those promised for the next hour, the ones whose time no longer suffices. */
export async function listAtRisk(ctx: Context): Promise<AtRisk[]> {
  const now = ctx.clock.instant()
  const promised = await ctx.services.shared.read(['at-risk', ctx.actor.scope], () =>
    listPromised(ctx, addMinutes(now, lookAheadMinutes), looked),
  )
  return promised
    .flatMap(({ row, ...facts }) => {
      const risk = riskOf({ ...facts, status: row.status, orderType: row.orderType }, now)
      return risk ? [{ order: row, ...risk }] : []
    })
    .slice(0, shown)
}
