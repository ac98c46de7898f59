import type { StoreDraft } from '@larder/contract'
import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import type { Told } from '#kit/resource/declaration.ts'
import type { ProfiledStore } from './store.queries.ts'

interface Kind {
  /** Where they are, and where a store's are kept. */
  table: 'cuisine' | 'category_type'
  links: 'store_cuisine' | 'store_category_type'
  field: 'cuisineIds' | 'categoryTypeIds'
  told: 'cuisines' | 'categoryTypes'
  isOfVertical: boolean
}

const kinds: readonly Kind[] = [
  { table: 'cuisine', links: 'store_cuisine', field: 'cuisineIds', told: 'cuisines', isOfVertical: false },
  { table: 'category_type', links: 'store_category_type', field: 'categoryTypeIds', told: 'categoryTypes', isOfVertical: true },
]

/** Puts a draft's cuisines and category types in the place of the store's; 422 when one does not exist or is of another vertical. */
export async function replaceLinks(work: Work, store: ProfiledStore, draft: Omit<StoreDraft, 'version'>): Promise<Told> {
  const was = { cuisines: store.cuisines, categoryTypes: store.category_types }
  const links: Told = { old: {}, new: {} }
  for (const kind of kinds) {
    const ids: readonly string[] | undefined = draft[kind.field]
    if (!ids) continue
    const names = await replaceOneKind(work, store, kind, [...new Set(ids)])
    links.old[kind.told] = was[kind.told].map(({ name }) => name).sort()
    links.new[kind.told] = names
  }
  return links
}

async function replaceOneKind(work: Work, store: ProfiledStore, kind: Kind, ids: string[]): Promise<string[]> {
  const fits = kind.isOfVertical ? sql`vertical = ${store.vertical}` : sql`true`
  const chosen = await sql<{ name: string }>`select name from ${sql.table(kind.table)} where id = any(${ids}::uuid[]) and ${fits}`.execute(
    work.db,
  )
  if (chosen.rows.length < ids.length)
    invalid({ [`body.${kind.field}`]: `has one that does not exist${kind.isOfVertical ? ' for this vertical' : ''}` })
  const [links, key] = [sql.table(kind.links), sql.ref(`${kind.table}_id`)]
  await sql`delete from ${links} where store_id = ${store.id}`.execute(work.db)
  await sql`insert into ${links} (store_id, ${key}) select ${store.id}, unnest(${ids}::uuid[])`.execute(work.db)
  return chosen.rows.map(({ name }) => name).sort()
}
