import { type channelContract, type Instant, msOf, type Output, type Parsed, type PlacedMenuItem } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import type { Tagged } from '#kit/http/tags.ts'
import { menuRows, presentMenuItem } from '#modules/order/place/menu.service.ts'
import { nextTurn } from '#modules/order/place/menu-turn.service.ts'
import { storeScope } from './catalogue.ts'

/** A store whose menu is told, with how far that has come. */
export interface ToldStore {
  id: string
  currency: string
  vertical: string
  time_zone: string
  revision: number
  raised_at: Instant | null
  /** Whoever knows an earlier revision begins anew. */
  whole_from: number
}

/** A live store within the key's reach, with its menu's revision; not found else. */
export async function findToldStore(ctx: Context, id: string): Promise<ToldStore> {
  const stores = inScope(ctx, ctx.db.selectFrom('store').leftJoin('menu_revision', 'menu_revision.store_id', 'store.id'), storeScope)
  const store = await stores
    .select(['store.id', 'store.currency', 'store.vertical', 'store.time_zone', 'menu_revision.raised_at'])
    .select([sql<number>`coalesce(revision, 0)`.as('revision'), sql<number>`coalesce(whole_from, 0)`.as('whole_from')])
    .where('store.id', '=', id)
    .where('store.status', '=', 'live')
    .executeTakeFirst()
  return store ?? notFound('store')
}

/** Items of a store's menu as they are told, those of a condition or all. */
export async function readItems(ctx: Context, store: ToldStore, only: RawBuilder<boolean> = sql<boolean>`true`) {
  const rows = await menuRows(ctx.db, store.id).where(only).execute()
  const now = ctx.clock.instant()
  const items: PlacedMenuItem[] = rows.map((row) => ({
    ...presentMenuItem(row, store, now),
    categorySort: row.category_sort,
    sort: row.sort,
  }))
  return { items, turnsAt: nextTurn(rows, store.time_zone, now) }
}

/**
 * A live store's menu in the order of its categories. Its tag is its revision with the moment until which the clock alone changes nothing of it: of
 * whoever sends it back, the menu itself is not read.
 */
export async function readMenu(
  ctx: Context,
  { params }: Parsed<typeof channelContract.menu>,
): Promise<Tagged<Output<typeof channelContract.menu>>> {
  const store = await findToldStore(ctx, params.id)
  const told = `${store.revision}-${store.raised_at === null ? 0 : msOf(store.raised_at)}-`
  const known = ctx.knownTags?.find((tag) => tag.startsWith(told) && isStill(tag.slice(told.length), ctx.clock.ms()))
  if (known !== undefined) return { tag: known }
  const { items, turnsAt } = await readItems(ctx, store)
  return { tag: `${told}${turnsAt === null ? '' : msOf(turnsAt)}`, value: items }
}

function isStill(until: string, now: number): boolean {
  return until === '' || (/^\d{1,15}$/.test(until) && now < Number(until))
}
