import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'

/** The pictures of items, in order, instead of those that they have. */
export async function keepPictures({ db }: Work, pictures: ReadonlyMap<string, readonly string[]>): Promise<void> {
  if (pictures.size === 0) return
  const rows = [...pictures].flatMap(([item_id, ids]) => ids.map((file_id, place) => ({ item_id, place, file_id })))
  await sql`delete from item_picture where item_id = any(${[...pictures.keys()]}::uuid[])`.execute(db)
  if (rows.length > 0) await db.insertInto('item_picture').values(rows).execute()
}
