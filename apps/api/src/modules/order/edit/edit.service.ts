import type { MenuItem, Money, Order, OrderEdit, OrderEditPreview, orderEditContract, Parsed } from '@larder/contract'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { taxDay } from '#modules/tax-profile/tax-profile.service.ts'
import { actOnOrder } from '../act/act.ts'
import { orderScope } from '../act/policy.ts'
import { findReason } from '../act/reason.ts'
import type { GivenReason } from '../act/verdict.ts'
import { readOrderRules } from '../order.rules.ts'
import { menuOf } from '../place/menu.service.ts'
import { findSellingStore } from '../place/selling.ts'
import { findOrder } from '../read/detail.ts'
import { presentOrder } from '../read/present.ts'
import { type EditAct, previewOf } from './decide-edit.ts'

/** What an edit would come to. Nothing is written. */
export async function previewEdit(ctx: Context, { params, body }: Parsed<typeof orderEditContract.previewEdit>): Promise<OrderEditPreview> {
  const { reason: code, ...edit } = body
  const [order, rules] = await Promise.all([findOrder(ctx.db, ctx, params.id), readOrderRules(ctx.services)])
  if (!order) return notFound('order')
  const reason = code ? await findReason(ctx, 'edit', code) : null
  const judge = { actor: ctx.actor, rules, now: ctx.clock.instant() }
  return previewOf(order, { edit, reason, ...(await menuFor(ctx, params.id, edit)) }, { ...judge, mover: 'staff' })
}

/** Edits an order at the version, and for the total, that somebody saw. */
export async function editOrder(ctx: Context, { params: { id }, body }: Parsed<typeof orderEditContract.edit>): Promise<Order> {
  const { version, expectedTotal, reason, note, ...edit } = body
  const act = await editActOf(ctx, id, { edit, expectedTotal, reason: await findReason(ctx, 'edit', reason) })
  return actOnOrder(ctx, { id, version, mover: 'staff', act: { ...act, note }, present: presentOrder })
}

interface Wanted {
  edit: OrderEdit
  expectedTotal: Money
  reason: GivenReason
}

/** An edit with what it is judged by: its reason, and the store as it sells now. */
export async function editActOf(ctx: Context, id: string, wanted: Wanted): Promise<EditAct> {
  return { action: 'edit', ...wanted, ...(await menuFor(ctx, id, wanted.edit)) }
}

/** What the order's store sells. */
export async function readOrderMenu(ctx: Context, { params }: Parsed<typeof orderEditContract.menu>): Promise<MenuItem[]> {
  const { store_id } = await findPlace(ctx, params.id)
  return (await menuOf(ctx, store_id)) ?? notFound('order')
}

async function menuFor(ctx: Context, id: string, { lines = [], slot }: OrderEdit): Promise<Pick<EditAct, 'menu' | 'day'>> {
  const { store_id, placed_at } = await findPlace(ctx, id)
  const ordered = await ctx.db
    .selectFrom('order_line')
    .select('item_id')
    .where('order_id', '=', id)
    .where('item_id', 'is not', null)
    .execute()
  const named = lines.flatMap((change) => ('itemId' in change ? [change.itemId] : []))
  const menu = await findSellingStore(ctx, store_id, [...named, ...ordered.flatMap(({ item_id }) => item_id ?? [])], {
    slot,
    of: id,
  })
  return { menu: menu ?? notFound('order'), day: await taxDay(ctx.services, placed_at) }
}

async function findPlace(ctx: Context, id: string) {
  const orders = inScope(ctx, ctx.db.selectFrom('orders'), orderScope)
  return (await orders.select(['orders.store_id', 'orders.placed_at']).where('orders.id', '=', id).executeTakeFirst()) ?? notFound('order')
}
