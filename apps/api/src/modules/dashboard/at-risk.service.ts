import { type AtRisk, addMinutes, type dashboardContract, type OrderRow, type Parsed } from '@larder/contract'
import type { Actor } from '#kit/actor.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { listPromised, listUnanswered, type OrderUnderWay } from '#modules/order/read/promised.service.ts'
import { riskOf, watchedSlack } from './at-risk.decide.ts'
import { reachOf } from './dashboard.reach.ts'

type Phones = Pick<OrderUnderWay, 'storePhone' | 'riderPhone'>

const lookAheadMinutes = 60
const looked = 200
const shown = 12

/**
 * Orders about to be lost or late, most urgent first: those that are rejected by themselves in a few minutes, which an answer still saves;
 * then, of those promised for the next hour, the ones whose time no longer suffices.
 */
export async function listAtRisk(ctx: Context, { query }: Parsed<typeof dashboardContract.atRisk>): Promise<AtRisk[]> {
  const now = ctx.clock.instant()
  const { scope } = await reachOf(ctx, query.branchId)
  const within = { ...ctx, actor: { ...ctx.actor, scope } }
  const [unanswered, promised] = await ctx.services.shared.read(['at-risk', scope], () =>
    Promise.all([
      listUnanswered(within, addMinutes(now, watchedSlack), looked),
      listPromised(within, addMinutes(now, lookAheadMinutes), looked),
    ]),
  )
  const known = new Set(unanswered.map(({ row }) => row.id))
  return [...unanswered, ...promised.filter(({ row }) => !known.has(row.id))]
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
