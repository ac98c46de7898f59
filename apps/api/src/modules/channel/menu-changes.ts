import { addSeconds, type channelContract, type MenuChanges, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { findToldStore, readItems, type ToldStore } from './menu.ts'
import { beginAt, type MenuCursor, readCursor, wordOf } from './menu-cursor.ts'
import { findTurned } from './menu-turned.ts'

/** For how long an app may be away; what changed is kept a day longer (`purge`). */
const longestAwaySeconds = 7 * 24 * 60 * 60

/**
 * What changed on a live store's menu since a cursor: first what anybody changed, by revision, then what the clock did. Each page looks at no more
 * than it tells, however large the menu.
 */
export async function readMenuChanges(
  ctx: Context,
  { params, query: { after, limit } }: Parsed<typeof channelContract.menuChanges>,
): Promise<MenuChanges> {
  const store = await findToldStore(ctx, params.id)
  const now = ctx.clock.instant()
  const fresh = beginAt(store, now)
  const from = after === undefined ? fresh : readCursor(after, store.id)
  const isLost = from.revision > store.revision || from.revision < store.whole_from || addSeconds(from.at, longestAwaySeconds) < now
  if (after === undefined || isLost) {
    return { cursor: wordOf(fresh), reset: after !== undefined, isMore: false, changed: [], removed: [] }
  }
  const page = await readPage(ctx, store, from, limit)
  return { cursor: wordOf(page.next), reset: false, isMore: page.isMore, ...(await tell(ctx, store, page.ids)) }
}

interface Page {
  ids: string[]
  next: MenuCursor
  isMore: boolean
}

async function readPage(ctx: Context, store: ToldStore, from: MenuCursor, limit: number): Promise<Page> {
  const { rows } = await sql<{ revision: number; item_id: string }>`
    select revision, item_id from menu_change where store_id = ${store.id} and (revision, item_id) > (${from.revision}::bigint, ${from.itemId}::uuid)
      and revision <= ${store.revision} order by revision, item_id limit ${limit}`.execute(ctx.db)
  const [ids, last] = [rows.map(({ item_id }) => item_id), rows.at(-1)]
  if (last && rows.length === limit) return { ids, next: { ...from, revision: last.revision, itemId: last.item_id }, isMore: true }
  const fresh = beginAt(store, ctx.clock.instant())
  const until = from.until ?? fresh.at
  const turned = await findTurned(ctx, store, { ...from, until }, limit - rows.length)
  const isMore = turned.length === limit - rows.length
  const next = isMore ? { ...fresh, at: from.at, until, turnedId: turned.at(-1) ?? from.turnedId } : { ...fresh, at: until }
  return { ids: [...ids, ...turned], next, isMore }
}

async function tell(ctx: Context, store: ToldStore, found: readonly string[]): Promise<Pick<MenuChanges, 'changed' | 'removed'>> {
  const ids = [...new Set(found)]
  if (ids.length === 0) return { changed: [], removed: [] }
  const { items } = await readItems(ctx, store, sql<boolean>`item.id = any(${ids}::uuid[])`)
  const shown = new Set(items.map(({ id }) => id))
  return { changed: items, removed: ids.filter((id) => !shown.has(id)) }
}
