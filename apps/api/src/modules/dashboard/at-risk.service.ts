import { type AtRisk, addMinutes, type dashboardContract, type Instant, type Parsed } from '@larder/contract'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import {
  type CalledOrder,
  findCalled,
  listPromised,
  listUnanswered,
  type OrderUnderWay,
  presentCalled,
} from '#modules/order/read/promised.service.ts'
import { type Risk, riskOf, watchedSlack } from './at-risk.decide.ts'
import { reachOf } from './dashboard.reach.ts'

type Phones = Pick<OrderUnderWay, 'storePhone' | 'riderPhone'>
type Found = Risk & { card: CalledOrder; phones: Phones }

const lookAheadMinutes = 60
const looked = 200
const shown = 12

/**
 * Orders about to be lost or late. What can still be saved comes first, the next deadline on top: those that are rejected by themselves in
 * a few minutes, and those promised for the next hour whose time no longer suffices. Then what has become late, the last one first.
 */
export async function listAtRisk(ctx: Context, { query }: Parsed<typeof dashboardContract.atRisk>): Promise<AtRisk[]> {
  const { scope } = await reachOf(ctx, query.branchId)
  const within = { ...ctx, actor: { ...ctx.actor, scope } }
  const { vertical } = query
  const found = await ctx.services.shared.read(['at-risk', scope, vertical ?? null], async () => {
    const now = ctx.clock.instant()
    const [unanswered, coming, late] = await Promise.all([
      listUnanswered(within, { before: addMinutes(now, watchedSlack), vertical }, looked),
      listPromised(within, { from: now, before: addMinutes(now, lookAheadMinutes), vertical }, looked),
      listPromised(within, { before: now, latestFirst: true, vertical }, shown),
    ])
    return withCards(within, ranked([...unanswered, ...coming, ...late], now))
  })
  return Promise.all(found.map((risk) => present(ctx, risk)))
}

type Ranked = Risk & { id: string; phones: Phones }

/** The most urgent ones, once each. */
function ranked(orders: readonly OrderUnderWay[], now: Instant): Ranked[] {
  const risks = new Map(
    orders.flatMap(({ row, ...facts }): [string, Ranked][] => {
      const risk = riskOf({ ...facts, status: row.status, orderType: row.orderType }, now)
      return risk ? [[row.id, { ...risk, id: row.id, phones: facts }]] : []
    }),
  )
  const all = [...risks.values()].toSorted((a, b) => (a.deadline < b.deadline ? -1 : 1))
  return [...all.filter(({ deadline }) => deadline >= now), ...all.filter(({ deadline }) => deadline < now).reverse()].slice(0, shown)
}

/** With what is needed to act on each; one that has left meanwhile is left out. */
async function withCards(ctx: Context, risks: readonly Ranked[]): Promise<Found[]> {
  const cards = new Map(
    (
      await findCalled(
        ctx,
        risks.map(({ id }) => id),
      )
    ).map((card) => [card.id, card]),
  )
  return risks.flatMap(({ id, ...risk }) => {
    const card = cards.get(id)
    return card ? [{ ...risk, card }] : []
  })
}

/** A number is told to those who may see the store or the rider that it is of. */
async function present(ctx: Context, { card, phones: { storePhone, riderPhone }, ...risk }: Found): Promise<AtRisk> {
  const order = await presentCalled(ctx, card)
  const mayCallRider = order.rider !== null && riderPhone !== null && can(ctx.actor, 'rider.view')
  return {
    order,
    ...risk,
    store: can(ctx.actor, 'store.view') ? { name: order.store.name, phone: storePhone } : null,
    rider: mayCallRider ? { name: order.rider?.name ?? '', phone: riderPhone ?? '' } : null,
    customerPhone: card.customer_phone,
  }
}
