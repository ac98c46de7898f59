import { leadHoursOf, type MenuItem, type Vertical, verticals } from '@larder/contract'
import type { Context } from '#kit/context.ts'

/** What a store sells, in the order of its categories; null when there is no such store. */
export async function menuOf(ctx: Context, storeId: string): Promise<MenuItem[] | null> {
  const store = await ctx.db.selectFrom('store').select(['currency', 'vertical']).where('id', '=', storeId).executeTakeFirst()
  if (!store) return null
  const rows = await ctx.db
    .selectFrom('item')
    .innerJoin('menu_category', 'menu_category.id', 'item.category_id')
    .selectAll('item')
    .select('menu_category.name as category')
    .where('item.store_id', '=', storeId)
    .where('menu_category.active', '=', true)
    .orderBy('menu_category.sort')
    .orderBy('item.sort')
    .orderBy('item.id')
    .execute()
  const now = ctx.clock.instant()
  const vertical = store.vertical as Vertical
  return rows.map((item) => ({
    id: item.id,
    category: item.category,
    sku: item.sku,
    name: item.name,
    unit: item.unit as MenuItem['unit'],
    price: { minor: item.price_minor, currency: store.currency },
    leadHours: leadHoursOf(vertical, item.lead_hours),
    available: item.available && (item.snoozed_until === null || item.snoozed_until <= now),
    choices: item.choices as MenuItem['choices'],
    needsChoices: verticals[vertical].needsChoices,
  }))
}
