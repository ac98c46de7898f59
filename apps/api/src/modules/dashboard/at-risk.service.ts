import { type AtRisk, addMinutes, type OrderRow } from '@larder/contract'
import type { Actor } from '#kit/actor.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { listPromised, type PromisedOrder } from '#modules/order/read/promised.service.ts'
import { riskOf } from './at-risk.decide.ts'

type Phones = Pick<PromisedOrder, 'storePhone' | 'riderPhone'>

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
      return risk ? [{ order: row, ...risk, call: calledBy(ctx.actor, risk.remedy, row, facts) }] : []
    })
    .slice(0, shown)
}

/** A number is told to those who may see the store or the rider that it is of. */
function calledBy(actor: Actor, remedy: AtRisk['remedy'], { store, riderName }: OrderRow, phones: Phones): AtRisk['call'] {
  if (remedy === 'call-store' && can(actor, 'store.view')) return { name: store.name, phone: phones.storePhone }
  if (remedy === 'call-rider' && can(actor, 'rider.view') && riderName && phones.riderPhone)
    return { name: riderName, phone: phones.riderPhone }
  return null
}
