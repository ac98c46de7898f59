import { type ChangeFieldKey, type ColumnMap, changeFieldsOf, recogniseHead, type Sheet, type Vertical } from '@larder/contract'
import type { ReadDatabase } from '#db/database.ts'
import type { Work } from '#kit/context.ts'

const headKey = (head: string) => head.trim().toLowerCase()

/** The columns of a file, each with the field that it was taken for before, or most likely is; no field stands twice. */
export async function recogniseColumns(
  db: ReadDatabase,
  store: { id: string; vertical: string },
  heads: readonly string[],
  samples: readonly (readonly string[])[],
): Promise<Sheet['columns']> {
  const known = await db.selectFrom('menu_column').select(['head', 'field']).where('store_id', '=', store.id).execute()
  const remembered = new Map(known.map(({ head, field }) => [head, field as ChangeFieldKey | null]))
  const offered = new Set(changeFieldsOf(store.vertical as Vertical).map(({ key }) => key))
  const taken = new Set<ChangeFieldKey>()
  const names = new Set<string>()
  return heads.map((head, at) => {
    const name = namedOnce(names, head.trim() || `Column ${at + 1}`)
    const isKnown = remembered.has(headKey(name))
    const guess = isKnown ? (remembered.get(headKey(name)) ?? null) : recogniseHead(name)
    const field = guess && offered.has(guess) && !taken.has(guess) ? guess : null
    if (field) taken.add(field)
    return { head: name, field, remembered: isKnown, sample: samples.map((cells) => (cells[at] ?? '').slice(0, 60)) }
  })
}

function namedOnce(names: Set<string>, head: string): string {
  for (let at = 1; ; at++) {
    const name = at === 1 ? head : `${head} (${at})`
    if (names.has(name)) continue
    names.add(name)
    return name
  }
}

/** What the columns of a store's files were taken for, for its next file. */
export async function rememberColumns({ db }: Work, storeId: string | null, columns: ColumnMap): Promise<void> {
  const rows = Object.entries(columns).map(([head, field]) => ({ store_id: storeId ?? '', head: headKey(head), field }))
  const distinct = [...new Map(rows.map((row) => [row.head, row])).values()]
  if (storeId === null || distinct.length === 0) return
  await db
    .insertInto('menu_column')
    .values(distinct)
    .onConflict((conflict) => conflict.columns(['store_id', 'head']).doUpdateSet(({ ref }) => ({ field: ref('excluded.field') })))
    .execute()
}
