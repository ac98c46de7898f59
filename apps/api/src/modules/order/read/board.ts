import { boardStages, keysOf, type OrderBoard, type OrderCard, type OrderStatus, type Vertical } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { literals } from '#db/literals.ts'
import { readPacked } from '#db/packed.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { type Judge, orderScope } from '../act/policy.ts'
import { readOrderRules } from '../order.rules.ts'
import { claimCondition } from './list.ts'
import { presentCard } from './present.ts'
import { type CardRecord, orderCard, underWay, weighedLines } from './row.ts'

const stages = keysOf(boardStages).map((key) => ({ key, status: boardStages[key] }))
const cardsPerStage = 60

/** The live board in two statements, whatever the number of orders: the oldest cards of each stage, and how many there are. */
export async function readBoard(ctx: Context, { query: filters }: { query: BoardFilters }): Promise<OrderBoard> {
  const [rules, [cards, totals]] = await Promise.all([
    readOrderRules(ctx.services),
    ctx.services.shared.read(['board', ...seen(ctx, filters)], () => Promise.all([findCards(ctx, filters), countStages(ctx, filters)])),
  ])
  const judge: Judge = { actor: ctx.actor, rules, now: ctx.clock.instant() }
  const byStatus = Map.groupBy(cards, ({ status }) => status)
  const cardsOf = (status: OrderStatus): OrderCard[] => (byStatus.get(status) ?? []).map((order) => presentCard(order, judge))
  return {
    at: judge.now,
    warnMinutes: rules.warnMinutes,
    autoRejectMinutes: rules.autoRejectMinutes,
    columns: stages.map(({ key, status }) => ({ key, total: totals.get(status) ?? 0, cards: cardsOf(status) })),
  }
}

/** How many orders wait for somebody to handle them, and since when the first one waits. */
export function countUnhandled(ctx: Context): Promise<{ count: number; oldestAt: string | null }> {
  return ctx.services.shared.read(['unhandled', ctx.actor.scope], () => findUnhandled(ctx))
}

async function findUnhandled(ctx: Context): Promise<{ count: number; oldestAt: string | null }> {
  const { rows } = await sql<{ count: number; oldest_at: string | null }>`
    select count(*) as count, min(pending_at) as oldest_at from orders where status = 'pending' and ${activeConditions(ctx, {})}`.execute(
    ctx.db,
  )
  return { count: rows[0]?.count ?? 0, oldestAt: rows[0]?.oldest_at ?? null }
}

async function findCards(ctx: Context, filters: BoardFilters): Promise<CardRecord[]> {
  const conditions = activeConditions(ctx, filters)
  const oldest = (status: OrderStatus): RawBuilder<unknown> =>
    sql`(select * from orders where orders.status = ${sql.lit(status)} and ${conditions} order by orders.id limit ${sql.lit(cardsPerStage)})`
  const cards = stages.map(({ status }) => oldest(status))
  const packed = await readPacked(
    ctx.db,
    orderCard,
    sql`from (${sql.join(cards, sql` union all `)}) as orders
      ${weighedLines}
    order by orders.id`,
  )
  return packed.map((card) => ({ ...card, ...underWay }))
}

async function countStages(ctx: Context, filters: BoardFilters): Promise<Map<OrderStatus, number>> {
  const statuses = literals(stages.map(({ status }) => status))
  const { rows } = await sql<{ status: OrderStatus; orders: number }>`
    select status, count(*) as orders from orders where status in (${statuses}) and ${activeConditions(ctx, filters)} group by status`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ status, orders }) => [status, orders]))
}

interface BoardFilters {
  vertical?: Vertical | undefined
  branchId?: string | undefined
  storeId?: string | undefined
  claim?: 'mine' | 'unclaimed' | undefined
}

/** Who reads with the same of it reads the same active orders. */
export function seen({ actor }: Context, filters: BoardFilters): readonly unknown[] {
  return [actor.scope, filters, filters.claim === 'mine' && actor.id]
}

/** The conditions of a board or a count of active orders, scope included. */
export function activeConditions(ctx: Context, { vertical, branchId, storeId, claim }: BoardFilters): RawBuilder<boolean> {
  const parts = [sql`${withinScope(ctx, orderScope)}`]
  if (vertical) parts.push(sql`orders.vertical = ${vertical}`)
  if (branchId) parts.push(sql`orders.branch_id = ${branchId}`)
  if (storeId) parts.push(sql`orders.store_id = ${storeId}`)
  if (claim) parts.push(sql`${claimCondition(ctx, claim)}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}
