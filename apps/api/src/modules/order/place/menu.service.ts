import {
  type Choice,
  type Instant,
  type ItemGroup,
  type itemContract,
  leadHoursOf,
  type MenuItem,
  money,
  type Output,
  type Parsed,
  type Vertical,
} from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { deltaOf } from '#modules/choice-group/choice-price.service.ts'
import { groupsOfItem } from '#modules/choice-group/groups-of-item.service.ts'
import { isServed, type Served } from '#modules/menu-category/menu-hours.service.ts'
import { noticeHours, obstaclesOf } from './obstacles.ts'
import { storeProblems } from './problems.ts'
import { findSellingStore } from './selling.ts'

/** What a store sells, in the order of its categories; null when there is no such store. */
export async function menuOf(ctx: Context, storeId: string): Promise<MenuItem[] | null> {
  const store = await ctx.db.selectFrom('store').select(['currency', 'vertical', 'time_zone']).where('id', '=', storeId).executeTakeFirst()
  if (!store) return null
  const rows = await menuRows(ctx.db, storeId).execute()
  const now = ctx.clock.instant()
  return rows.map((item) => presentMenuItem(item, store, now))
}

/** Items of a store as customers see them, in the order of its categories. */
export const menuRows = (db: ReadDatabase, storeId: string) =>
  db
    .selectFrom('item')
    .innerJoin('menu_category', 'menu_category.id', 'item.category_id')
    .leftJoin('menu_category as parent', 'parent.id', 'menu_category.parent_id')
    .selectAll('item')
    .select(groupsOfItem.as('groups'))
    .select([
      'menu_category.name as category',
      'menu_category.sort as category_sort',
      'menu_category.schedule as category_schedule',
      'parent.schedule as parent_schedule',
    ])
    .where('item.store_id', '=', storeId)
    .where('menu_category.active', '=', true)
    .where(sql<boolean>`coalesce(parent.active, true)`)
    .orderBy('menu_category.sort')
    .orderBy('item.sort')
    .orderBy('item.id')

type MenuRow = Awaited<ReturnType<ReturnType<typeof menuRows>['executeTakeFirstOrThrow']>>

/** An item of a menu as the contract has it. Pure. */
export function presentMenuItem(item: MenuRow, store: { currency: string; vertical: string; time_zone: string }, now: Instant): MenuItem {
  return {
    id: item.id,
    category: item.category,
    sku: item.sku,
    name: item.name,
    unit: item.unit as MenuItem['unit'],
    price: { minor: item.price_minor, currency: store.currency },
    leadHours: leadHoursOf(store.vertical as Vertical, item.lead_hours),
    available: isSold(item, store, now),
    choices: Object.fromEntries(
      item.groups.map(({ name, choices }) => [name, choices.flatMap((each) => (each.available ? each.name : []))]),
    ),
    needsChoices: item.groups.some(({ minChoices }) => minChoices > 0),
    groups: item.groups.map((group) => ({ ...group, choices: group.choices.map((choice) => pricedChoice(item, choice, store.currency)) })),
  }
}

function pricedChoice(item: { unit: string; price_minor: number }, choice: Choice, currency: string): ItemGroup['choices'][number] {
  return { ...choice, priceDelta: money(deltaOf({ ...item, unit: item.unit as MenuItem['unit'] }, choice), currency) }
}

/** What of an item, and of the categories that it is in, says whether it is sold. */
export interface OnMenu extends Served {
  available: boolean
  snoozed_until: Instant | null
  stock: number | null
}

/** Whether a customer can have it now, whatever its store. */
export function isSold(item: OnMenu, store: { time_zone: string }, now: Instant): boolean {
  const isThere = item.available && (item.snoozed_until === null || item.snoozed_until <= now) && item.stock !== 0
  return isThere && isServed(item, store.time_zone, now)
}

type Obstacles = Output<typeof itemContract.obstacles>

/** Everything because of which an item cannot be ordered now, by the very rules that a basket is judged by. */
export async function readObstacles(ctx: Context, { params }: Parsed<typeof itemContract.obstacles>): Promise<Obstacles> {
  const own = ctx.db
    .selectFrom('item')
    .innerJoin('store', 'store.id', 'item.store_id')
    .select('item.store_id')
    .where('item.id', '=', params.id)
  const found = (await inScope(ctx, own, { branch: 'store.branch_id', store: 'item.store_id' }).executeTakeFirst()) ?? notFound('item')
  const store = (await findSellingStore(ctx, found.store_id, [params.id])) ?? notFound('item')
  const item = store.items[0] ?? notFound('item')
  const now = ctx.clock.instant()
  const hours = noticeHours(store, item)
  const notice = { code: 'needs-notice', until: null, message: `It is ordered for a slot alone, ${hours} hours ahead.` } as const
  const ofStore = storeProblems(store, {}, now).map(({ message, opensAt = null }) => ({ code: 'store' as const, message, until: opensAt }))
  return { at: now, obstacles: [...obstaclesOf(store, item, now), ...(hours > 0 ? [notice] : []), ...ofStore] }
}
