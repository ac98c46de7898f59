import { type MenuView, maxViewedItems, type menuViewContract, type Parsed, type Quote, type Vertical } from '@larder/contract'
import { sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { isStoreOpen, nextStoreOpening } from '#modules/store/store-open.service.ts'
import { menuRows, presentMenuItem } from './menu.service.ts'
import { obstaclesOf } from './obstacles.ts'
import { pricingOf } from './place.service.ts'
import { presentQuote, priceBasket } from './quote.ts'
import { findSellingStore } from './selling.ts'

type Asked = Parsed<typeof menuViewContract.view>

/** One category of a store's menu as its customers see it, and the categories beside it. */
export async function readMenuView(ctx: Context, { params, query }: Asked): Promise<MenuView> {
  const reached = inScope(ctx, ctx.db.selectFrom('store').selectAll().where('id', '=', params.id), {
    branch: 'store.branch_id',
    store: 'store.id',
  })
  const store = (await reached.executeTakeFirst()) ?? notFound('store')
  const categories = await shownCategories(ctx, store.id)
  const category = categories.find(({ id }) => id === (query.categoryId ?? categories[0]?.id)) ?? null
  const now = ctx.clock.instant()
  return {
    store: {
      id: store.id,
      name: store.display_name,
      vertical: store.vertical as Vertical,
      isOpenNow: isStoreOpen(store, now),
      opensAt: nextStoreOpening(store, now),
    },
    categories,
    category,
    items: category ? await itemsOf(ctx, store, category.id) : [],
  }
}

/** What an item costs as it is chosen, by the engine of every quote. Nothing is written. */
export async function quoteViewed(ctx: Context, { params, body }: Parsed<typeof menuViewContract.viewQuote>): Promise<Quote> {
  const itemIds = body.lines.map(({ itemId }) => itemId)
  const store = (await findSellingStore(ctx, params.id, itemIds, { isReached: true })) ?? notFound('store')
  const basket = { storeId: params.id, orderType: 'pickup', lines: body.lines } as const
  return presentQuote(store, priceBasket(store, basket, await pricingOf(ctx)))
}

async function shownCategories({ db }: Context, storeId: string): Promise<MenuView['categories']> {
  const { rows } = await sql<MenuView['categories'][number]>`
    select shown.id, shown.name, shown.parent_id as "parentId", shown.image_id as "imageId",
      (select count(*)::int from item join menu_category as own on own.id = item.category_id
        where item.store_id = shown.store_id and own.active and (own.id = shown.id or own.parent_id = shown.id)) as items
    from menu_category as shown left join menu_category as parent on parent.id = shown.parent_id
    where shown.store_id = ${storeId} and shown.active and coalesce(parent.active, true)
    order by coalesce(parent.sort, shown.sort), coalesce(parent.id, shown.id), shown.parent_id nulls first, shown.sort, shown.id`.execute(
    db,
  )
  return rows
}

interface Shown {
  id: string
  currency: string
  vertical: string
  time_zone: string
}

async function itemsOf(ctx: Context, store: Shown, categoryId: string): Promise<MenuView['items']> {
  const rows = await menuRows(ctx.db, store.id)
    .select(sql<string | null>`(select file_id from item_picture where item_id = item.id order by place limit 1)`.as('image_id'))
    .where((where) => where.or([where('menu_category.id', '=', categoryId), where('parent.id', '=', categoryId)]))
    .limit(maxViewedItems)
    .execute()
  const ids = rows.map(({ id }) => id)
  const selling = (await findSellingStore(ctx, store.id, ids)) ?? notFound('store')
  const sold = new Map(selling.items.map((item) => [item.id, item]))
  const now = ctx.clock.instant()
  return rows.map((row) => {
    const item = sold.get(row.id)
    return {
      ...presentMenuItem(row, store, now),
      description: row.description,
      imageId: row.image_id as MenuView['items'][number]['imageId'],
      vegMark: row.veg_mark as MenuView['items'][number]['vegMark'],
      compareAt: row.compare_at_minor === null ? null : { minor: row.compare_at_minor, currency: store.currency },
      obstacle: (item && obstaclesOf(selling, item, now)[0]?.message) ?? null,
    }
  })
}
