import { type ChangeValues, changeField } from '@larder/contract'
import { sql } from 'kysely'
import { takingBack } from './decide.ts'
import { columnsOf, type LiveItem, updateItems } from './item-columns.ts'
import { misfitOfPrice } from './judge.ts'
import {
  categoryKey,
  holdItems,
  readCategories,
  rowsOf,
  type Settled,
  type StoredRow,
  type StoreWork,
  settleRows,
  told,
} from './store-rows.ts'
import { misfitWords, othersWords } from './words.ts'

/** Takes a store's published rows back, as a part of one unit: what somebody has edited since stays as it is, and is told. */
export async function takeBackStore(on: StoreWork, progress: (rows: number) => Promise<void>): Promise<void> {
  const categories = await readCategories(on)
  for await (const rows of rowsOf(on, 'roll-back')) {
    await settleRows(on, rows[0]?.entity === 'item' ? await takeBackItems(on, rows, categories) : await takeBackCategories(on, rows))
    await progress(rows.length)
  }
}

interface Back {
  row: StoredRow
  item: LiveItem
  write: ChangeValues
  categoryId: string | null
  settled: Settled
}

async function takeBackItems(on: StoreWork, rows: readonly StoredRow[], categories: ReadonlyMap<string, string>): Promise<Settled[]> {
  const live = await holdItems(
    on,
    rows.flatMap(({ record_id }) => record_id ?? []),
  )
  const ordered = await orderedItems(on, rows)
  const settled: Settled[] = []
  const [backs, removed]: [Back[], LiveItem[]] = [[], []]
  for (const row of rows) {
    const item = row.record_id ? live.get(row.record_id) : undefined
    const kept = settledOf(row)
    if (!item) settled.push({ ...kept, outcome: row.kind === 'new' ? 'rolled-back' : 'kept', reason: 'It was deleted since.' })
    else if (row.kind !== 'new') backs.push(backOf(on, row, item, categories))
    else if (item.version !== row.record_version) settled.push({ ...kept, outcome: 'kept', reason: 'It was edited since: it stays.' })
    else if (!ordered.has(item.id)) removed.push(item) && settled.push({ ...kept, outcome: 'rolled-back', reason: null })
    else
      backs.push({ row, item, write: { available: false }, categoryId: null, settled: { ...kept, outcome: 'kept', reason: orderedWords } })
  }
  await removeItems(on, removed)
  await writeBack(on, backs)
  return [...settled, ...backs.map((back) => back.settled)]
}

const orderedWords = 'It has been ordered since: it stays, unavailable.'

const settledOf = ({ id, record_id, record_version, found }: StoredRow): Settled => ({
  id,
  outcome: 'rolled-back',
  reason: null,
  record_id,
  record_version,
  found,
})

function backOf(on: StoreWork, row: StoredRow, item: LiveItem, categories: ReadonlyMap<string, string>): Back {
  const { outcome, write: wanted, others } = takingBack(row.found ?? {}, row.new, item.values)
  const categoryId = typeof wanted.category === 'string' ? (categories.get(categoryKey(wanted.category)) ?? null) : null
  const isGone = wanted.category !== undefined && categoryId === null
  const { category: _, ...rest } = wanted
  const fit = fitting(on, item, isGone ? rest : wanted)
  const reason = othersWords(others, on.store.currency, on.names)
  const gone = isGone ? `${changeField('category').label} ${wanted.category} is not on the menu any more.` : null
  const kept = [gone, ...fit.kept].filter((words) => words !== null)
  if (kept.length === 0) return { row, item, write: wanted, categoryId, settled: { ...settledOf(row), outcome, reason } }
  const settled = { ...settledOf(row), outcome: 'kept' as const, reason: [reason, ...kept].filter(Boolean).join(' ') }
  return { row, item, write: fit.write, categoryId, settled }
}

/** What goes back, but for what would not fit what of the item has become another since. */
function fitting(on: StoreWork, item: LiveItem, write: ChangeValues): { write: ChangeValues; kept: readonly string[] } {
  const misfit = misfitOfPrice(item, write, on.store.currency)
  if (!misfit) return { write, kept: [] }
  const { [misfit.field]: _, ...rest } = write
  const left = fitting(on, item, rest)
  return { ...left, kept: [`${misfitWords(misfit, write, on)}: it is not taken back.`, ...left.kept] }
}

/** Which new items of rows customers have ordered. */
async function orderedItems({ work }: StoreWork, rows: readonly StoredRow[]): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ kind, record_id }) => (kind === 'new' && record_id ? [record_id] : []))
  if (ids.length === 0) return new Set()
  const { rows: found } = await sql<{ id: string }>`select made.id from unnest(${ids}::uuid[]) as made (id)
    where exists (select from order_line where order_line.item_id = made.id)`.execute(work.db)
  return new Set(found.map(({ id }) => id))
}

async function removeItems(on: StoreWork, items: readonly LiveItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`delete from item where id = any(${items.map(({ id }) => id)}::uuid[])`.execute(on.work.db)
  for (const { id, version, values } of items)
    told(on, 'item', { id, version: version + 1, action: 'remove', old: columnsOf(values, null), new: null })
}

async function writeBack(on: StoreWork, backs: readonly Back[]): Promise<void> {
  const writes = backs.filter(({ write }) => Object.keys(write).length > 0)
  if (writes.length === 0) return
  const versions = await updateItems(
    on.work,
    writes.map(({ item, write, categoryId }) => ({ id: item.id, values: write, categoryId })),
    on.at,
  )
  for (const { item, write, categoryId } of writes) {
    const before = Object.fromEntries(Object.keys(write).map((key) => [key, item.values[key as keyof ChangeValues] ?? null]))
    const old = { ...columnsOf(before, null), ...(categoryId && { category_id: item.category_id }) }
    told(on, 'item', {
      id: item.id,
      version: versions.get(item.id) ?? item.version + 1,
      action: 'update',
      old,
      new: columnsOf(write, categoryId),
    })
  }
}

/** A category that the set added goes where nothing is in it and nobody has changed it. */
async function takeBackCategories(on: StoreWork, rows: readonly StoredRow[]): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const row of rows) {
    const removed = await sql<{ id: string; version: number; name: string }>`
      delete from menu_category where id = ${row.record_id} and version = ${row.record_version}
        and not exists (select from item where item.category_id = menu_category.id) returning id, version, name`.execute(on.work.db)
    const [gone] = removed.rows
    if (gone) told(on, 'menu-category', { id: gone.id, version: gone.version + 1, action: 'remove', old: gone, new: null })
    settled.push({ ...settledOf(row), ...(!gone && { outcome: 'kept', reason: 'It is in use: it stays.' }) })
  }
  return settled
}
