import type { NewStore } from '@larder/contract'
import { sql } from 'kysely'
import { can, inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'

/** Why a new store cannot begin with a copy of another one's menu; null where it can, and where none is asked for. */
export async function whyNotCopyMenu(ctx: Context, { copiesMenuOf: from, vertical }: NewStore, currency: string): Promise<string | null> {
  if (!from) return null
  if (!can(ctx, 'menu.view') || !can(ctx, 'menu.create')) return 'may not be copied by your role'
  return whyNotCopyBetween(ctx, from, { vertical, currency })
}

/** Why what one store sells cannot be copied between it and another one; null where it can. */
export async function whyNotCopyBetween(
  ctx: Context,
  storeId: string,
  other: { vertical: string; currency: string },
): Promise<string | null> {
  const stores = ctx.db.selectFrom('store').select(['vertical', 'currency']).where('store.id', '=', storeId)
  const store = await inScope(ctx, stores, { branch: 'store.branch_id', store: 'store.id' }).executeTakeFirst()
  if (!store) return 'does not exist'
  if (store.vertical !== other.vertical) return 'sells other things: a menu is copied within its vertical'
  return store.currency === other.currency ? null : `has its prices in ${store.currency}`
}

/**
 * Copies the menu of a store to one that has none: categories, brands, options and add-ons, items with their pictures and groups. What is of
 * the other store's day is not copied: stock, what is snoozed or switched off. Answers how many items that are.
 */
export async function copyMenu({ db }: Work, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ items: number }>`
    with category as materialized (select *, uuidv7() as copy from menu_category where store_id = ${from}),
      label as materialized (select *, uuidv7() as copy from brand where store_id = ${from}),
      choices_of as materialized (select *, uuidv7() as copy from choice_group where store_id = ${from}),
      dish as materialized (select *, uuidv7() as copy from item where store_id = ${from}),
      categories as (
        insert into menu_category (id, store_id, parent_id, name, sort, active, image_id, schedule)
        select category.copy, ${to}, parent.copy, category.name, category.sort, category.active, category.image_id, category.schedule
        from category left join category as parent on parent.id = category.parent_id),
      brands as (
        insert into brand (id, store_id, name, image_id, sort, active) select copy, ${to}, name, image_id, sort, active from label),
      groups as (
        insert into choice_group (id, store_id, kind, name, min_choices, max_choices, free_choices, choices, sort)
        select copy, ${to}, kind, name, min_choices, max_choices, free_choices,
          (select jsonb_agg(choice || '{"available": true}' order by place) from jsonb_array_elements(choices) with ordinality as each (choice, place)),
          sort
        from choices_of),
      items as (
        insert into item (id, store_id, category_id, brand_id, sku, name, description, unit, price_minor, compare_at_minor, cost_minor,
          tax_profile_id, veg_mark, allergens, barcode, lead_hours, prep_minutes, max_per_order, low_stock, schedule, sort)
        select dish.copy, ${to}, category.copy, label.copy, dish.sku, dish.name, dish.description, dish.unit, dish.price_minor,
          dish.compare_at_minor, dish.cost_minor, dish.tax_profile_id, dish.veg_mark, dish.allergens, dish.barcode, dish.lead_hours,
          dish.prep_minutes, dish.max_per_order, dish.low_stock, dish.schedule, dish.sort
        from dish join category on category.id = dish.category_id left join label on label.id = dish.brand_id),
      links as (
        insert into item_choice_group (item_id, group_id)
        select dish.copy, choices_of.copy from item_choice_group as link
          join dish on dish.id = link.item_id join choices_of on choices_of.id = link.group_id),
      pictures as (
        insert into item_picture (item_id, place, file_id)
        select dish.copy, picture.place, picture.file_id from item_picture as picture join dish on dish.id = picture.item_id)
    select count(*)::int as items from dish`.execute(db)
  return rows[0]?.items ?? 0
}
