import { newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { lastPlace } from '#modules/menu-category/menu-place.service.ts'
import { nameKey, type Syncing, type SyncRow, type WantedCategory } from './menu-sync-rows.ts'

/** The categories of the items of a call, once those that are new were made and those that the channel named otherwise are called so. */
export interface Categories {
  idOf(row: SyncRow): string | undefined
  /** Why the category of a row is not called as the row says; null where it is, or where it says nothing. */
  warningOf(row: SyncRow): string | null
  /** How many were made or renamed. */
  written: number
}

interface Linked {
  outside_id: string
  category_id: string
  /** What the channel called it last; null: that was not kept yet. */
  given: string | null
}

interface Renaming {
  id: string
  name: string
  outsideId: string
}

interface Renamed {
  /** How many. */
  renamed: number
  /** What the channel calls those that are not, since another category has the name: it is asked anew the next time. */
  kept: ReadonlySet<string>
}

/**
 * Finds, makes and renames the categories of rows. A category that the channel names otherwise than before is called so from then on, unless
 * somebody here has named it since or another one is called so: theirs stays, and the row is told.
 */
export async function keepCategories(ctx: Context, work: Work, syncing: Syncing, rows: readonly SyncRow[]): Promise<Categories> {
  const wanted = rows.flatMap(({ category }) => category ?? [])
  // What the channel calls by one id is one category: of two names in a call the last holds.
  const given = new Map(wanted.flatMap(({ outsideId, name }) => (outsideId !== null && name !== null ? [[outsideId, name]] : [])))
  const nameFor = ({ outsideId, name }: WantedCategory) => given.get(outsideId ?? '') ?? name
  const links = new Map((await readLinks(work, syncing, wanted)).map((link) => [link.outside_id, link]))
  const nameOf = await readNames(work, syncing)
  const { renamed, kept } = await renameAsGiven(ctx, work, syncing, { given, links, nameOf })
  const byName = new Map([...nameOf].map(([id, name]) => [nameKey(name), id]))
  const linkOf = ({ outsideId }: WantedCategory) => links.get(outsideId ?? '')
  const missing = wanted.flatMap((each) => {
    const name = nameFor(each)
    return name !== null && !linkOf(each) && !byName.has(nameKey(name)) ? [name] : []
  })
  const names = [...new Map(missing.toReversed().map((name) => [nameKey(name), name])).values()].reverse()
  for (const [name, id] of await makeCategories(ctx, work, syncing, names)) {
    byName.set(nameKey(name), id)
    nameOf.set(id, name)
  }
  const idOf = (each: WantedCategory) => linkOf(each)?.category_id ?? byName.get(nameKey(nameFor(each) ?? ''))
  await keepLinks(work, syncing, { wanted: wanted.filter(({ outsideId }) => !kept.has(outsideId ?? '')), links, idOf })
  return {
    idOf: ({ category }) => (category ? idOf(category) : undefined),
    warningOf({ category }) {
      const now = nameOf.get((category && idOf(category)) ?? '')
      const said = given.get(category?.outsideId ?? '')
      if (!category?.name || now === undefined || said === undefined || nameKey(now) === nameKey(category.name)) return null
      if (kept.has(category.outsideId ?? '')) return `stays ${now}: another category is called ${said}`
      return nameKey(now) === nameKey(said)
        ? `is called ${now}: another row of this call names it so`
        : `stays ${now}: that is how it was named here`
    },
    written: names.length + renamed,
  }
}

async function readLinks(work: Work, { channelId, store }: Syncing, wanted: readonly WantedCategory[]): Promise<Linked[]> {
  const outsideIds = wanted.flatMap(({ outsideId }) => outsideId ?? [])
  if (outsideIds.length === 0) return []
  const links = work.db.selectFrom('outside_record').select(['outside_id', 'category_id', 'category_name as given'])
  return links
    .where('channel_id', '=', channelId)
    .where('store_id', '=', store.id)
    .where('outside_id', 'in', outsideIds)
    .where('category_id', 'is not', null)
    .$narrowType<{ category_id: string }>()
    .execute()
}

async function readNames(work: Work, { store }: Syncing): Promise<Map<string, string>> {
  const rows = await work.db.selectFrom('menu_category').select(['id', 'name']).where('store_id', '=', store.id).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

interface Given {
  /** What the call calls categories, by what the channel calls them. */
  given: ReadonlyMap<string, string>
  links: ReadonlyMap<string, Linked>
  /** What each category is called, by its id: as it is once they are renamed. */
  nameOf: Map<string, string>
}

/** Renames what is still called as the channel called it last. */
async function renameAsGiven(ctx: Context, work: Work, { store }: Syncing, { given, links, nameOf }: Given): Promise<Renamed> {
  const others = [...links.values()].flatMap((link) => {
    const name = given.get(link.outside_id)
    return name === undefined || name === link.given ? [] : [{ ...link, name }]
  })
  if (others.length === 0) return { renamed: 0, kept: new Set() }
  // Held from here on, so that nobody names one otherwise meanwhile.
  const ids = [...new Set(others.map(({ category_id }) => category_id))]
  const held = await work.db.selectFrom('menu_category').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
  for (const { id, name } of held) nameOf.set(id, name)
  const isOwn = ({ category_id: id, given: last }: Linked) => last !== null && nameKey(nameOf.get(id) ?? '') === nameKey(last)
  let waiting: Renaming[] = others.filter(isOwn).map(({ category_id: id, name, outside_id: outsideId }) => ({ id, name, outsideId }))
  const isOpen = ({ id, name }: Renaming) => [...nameOf].every(([other, called]) => other === id || nameKey(called) !== nameKey(name))
  let renamed = 0
  // One may wait for the name that another one gives up.
  for (let next = waiting.find(isOpen); next; next = waiting.find(isOpen)) {
    const { id, name } = next
    waiting = waiting.filter((each) => each.id !== id)
    const old = held.find((each) => each.id === id)
    nameOf.set(id, name)
    if (!old || old.name === name) continue
    const now = { ...old, name, version: old.version + 1, updated_at: ctx.clock.instant() }
    await work.db
      .updateTable('menu_category')
      .set({ name, version: now.version, updated_at: now.updated_at })
      .where('id', '=', id)
      .execute()
    const place = { permission: 'menu.view', branchId: store.branch_id, storeId: store.id } as const
    work.record({ entity: 'menu-category', id, version: now.version, action: 'update', old, new: now, ...place })
    renamed++
  }
  return { renamed, kept: new Set(waiting.map(({ outsideId }) => outsideId)) }
}

async function makeCategories(ctx: Context, work: Work, { store }: Syncing, names: readonly string[]): Promise<[string, string][]> {
  const first = names.length > 0 ? await lastPlace(work, 'menu_category', store.id) : 0
  const made: [string, string][] = []
  for (const [at, name] of names.entries()) {
    const draft = { id: newId(ctx.clock.ms()), store_id: store.id, name, sort: Math.min(first + at, 99_999) }
    const row = await work.db.insertInto('menu_category').values(draft).returningAll().executeTakeFirstOrThrow()
    const place = { permission: 'menu.view', branchId: store.branch_id, storeId: store.id } as const
    work.record({ entity: 'menu-category', id: row.id, version: 1, action: 'create', old: null, new: row, ...place })
    made.push([name, row.id])
  }
  return made
}

interface Links {
  wanted: readonly WantedCategory[]
  links: ReadonlyMap<string, Linked>
  idOf(category: WantedCategory): string | undefined
}

/** Keeps what the channel calls categories: its id of one that it has not named before, and the name that it gave last. */
async function keepLinks(work: Work, { channelId, store }: Syncing, { wanted, links, idOf }: Links): Promise<void> {
  const said = new Map(wanted.flatMap((each) => (each.outsideId === null || each.name === null ? [] : [[each.outsideId, each]])))
  const values = [...said].flatMap(([outside_id, each]) => {
    const category_id = idOf(each)
    const isKept = links.get(outside_id)?.given === each.name
    return isKept || !category_id ? [] : [{ channel_id: channelId, store_id: store.id, outside_id, category_id, category_name: each.name }]
  })
  if (values.length === 0) return
  await work.db
    .insertInto('outside_record')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'store_id', 'outside_id'])
        .where('category_id', 'is not', null)
        .doUpdateSet({ category_name: sql.ref('excluded.category_name') }),
    )
    .execute()
}
