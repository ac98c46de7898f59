import { type ChangeValues, type Meanwhile, newId } from '@larder/contract'
import { sql } from 'kysely'
import { lastPlace, mostPlaces } from '#modules/menu-category/menu-place.service.ts'
import { publishing } from './decide.ts'
import { columnsOf, type ItemWrite, insertItems, type LiveItem, updateItems } from './item-columns.ts'
import { freeSince, misfitOfPrice } from './judge.ts'
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

/** Writes a store's rows of a set, as a part of one unit: each record with its entry, what does not fit any more left out with the reason. */
export async function publishStore(on: StoreWork, meanwhile: Meanwhile, progress: (rows: number) => Promise<void>): Promise<void> {
  const categories = await readCategories(on)
  for await (const rows of rowsOf(on, 'publish')) {
    const settled =
      rows[0]?.entity === 'item' ? await publishItems(on, rows, categories, meanwhile) : await publishCategories(on, rows, categories)
    await settleRows(on, settled)
    await progress(rows.length)
  }
}

const leftOut = ({ id, record_id }: StoredRow, reason: string): Settled => ({
  id,
  outcome: 'left-out',
  reason,
  record_id,
  record_version: null,
  found: null,
})

async function publishCategories(on: StoreWork, rows: readonly StoredRow[], categories: Map<string, string>): Promise<Settled[]> {
  let place = await lastPlace(on.work, 'menu_category', on.store.id)
  const settled: Settled[] = []
  for (const row of rows) {
    if (categories.has(categoryKey(row.title))) {
      settled.push({ ...leftOut(row, 'The menu has it by now.'), outcome: 'unchanged' })
      continue
    }
    const made = { id: newId(), store_id: on.store.id, name: row.title, sort: Math.min(place++, mostPlaces) }
    await on.work.db.insertInto('menu_category').values(made).execute()
    categories.set(categoryKey(row.title), made.id)
    told(on, 'menu-category', { id: made.id, version: 1, action: 'create', old: null, new: made })
    settled.push({ id: row.id, outcome: 'published', reason: null, record_id: made.id, record_version: 1, found: {} })
  }
  return settled
}

interface Write extends ItemWrite {
  row: StoredRow
  live: LiveItem | null
  settled: Omit<Settled, 'record_version'>
}

async function publishItems(
  on: StoreWork,
  rows: readonly StoredRow[],
  categories: ReadonlyMap<string, string>,
  meanwhile: Meanwhile,
): Promise<Settled[]> {
  const live = await holdItems(
    on,
    rows.flatMap(({ record_id }) => record_id ?? []),
  )
  const taken = await takenCodes(on, rows)
  const settled: Settled[] = []
  const writes: Write[] = []
  // What no row says a place of comes behind what is there, in the order of the rows.
  let place = await lastPlace(on.work, 'item', on.store.id)
  for (const row of rows) {
    const decided = decideRow(on, row, { live, taken, categories, meanwhile })
    if ('write' in decided) {
      const { write } = decided
      const isPlaced = write.live !== null || typeof write.values.sort === 'number'
      writes.push(isPlaced ? write : { ...write, values: { ...write.values, sort: Math.min(place++, mostPlaces) } })
    } else settled.push(decided.settled)
  }
  return [...settled, ...(await writeItems(on, writes))]
}

const codeFields = ['sku', 'barcode'] as const
const codesOf = (values: ChangeValues) =>
  codeFields.flatMap((field) =>
    typeof values[field] === 'string' ? [{ field, code: values[field], key: `${field} ${values[field]}` }] : [],
  )

/** Which item of the store has each code that rows would give. */
async function takenCodes({ work, store }: StoreWork, rows: readonly StoredRow[]): Promise<Map<string, string>> {
  const codes = rows.flatMap(({ new: wanted }) => codesOf(wanted).map(({ code }) => code))
  if (codes.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; sku: string; barcode: string | null }>`
    select id, sku, barcode from item where store_id = ${store.id} and sku = any(${codes}::text[])
    union select id, sku, barcode from item where store_id = ${store.id} and barcode = any(${codes}::text[])`.execute(work.db)
  return new Map(found.flatMap(({ id, ...values }) => codesOf(values).map(({ key }) => [key, id] as const)))
}

interface Standing {
  live: ReadonlyMap<string, LiveItem>
  /** Codes with whose they are; those that rows give are added. */
  taken: Map<string, string>
  categories: ReadonlyMap<string, string>
  meanwhile: Meanwhile
}

function decideRow(
  on: StoreWork,
  row: StoredRow,
  { live, taken, categories, meanwhile }: Standing,
): { write: Write } | { settled: Settled } {
  const wanted = row.new
  const item = row.record_id ? (live.get(row.record_id) ?? null) : null
  const twin = codesOf(wanted).find(({ key }) => taken.has(key) && taken.get(key) !== row.record_id)
  if (twin) return { settled: leftOut(row, `Another item has the ${twin.field === 'sku' ? 'code' : 'barcode'} ${twin.code} by now.`) }
  for (const { key } of codesOf(wanted)) taken.set(key, row.record_id ?? row.id)
  const categoryOf = (values: ChangeValues) =>
    typeof values.category === 'string' ? (categories.get(categoryKey(values.category)) ?? null) : null
  if (row.kind === 'new') {
    const categoryId = categoryOf(wanted)
    if (!categoryId) return { settled: leftOut(row, 'Its category is not on the menu.') }
    const id = newId()
    const settled = { id: row.id, outcome: 'published' as const, reason: null, record_id: id, found: {} }
    return { write: { row, live: null, id, values: wanted, categoryId, settled } }
  }
  if (!item) return { settled: leftOut(row, 'It is not on the menu any more.') }
  const { outcome, write, found, others } = publishing(row.old ?? {}, wanted, item.values, meanwhile)
  const reason = othersWords(others, on.store.currency, on.names)
  const settled = { id: row.id, outcome, reason, record_id: item.id, found }
  if (outcome === 'unchanged' || outcome === 'left-out') return { settled: { ...settled, record_version: null } }
  const misfit = misfitOfPrice(item, write, on.store.currency) ?? freeSince(item, write, row.remarks)
  if (misfit) return { settled: leftOut(row, `${misfitWords(misfit, write, on)}.`) }
  const categoryId = categoryOf(write)
  if ('category' in write && !categoryId) return { settled: leftOut(row, 'The category is not on the menu.') }
  return { write: { row, live: item, id: item.id, values: write, categoryId, settled } }
}

async function writeItems(on: StoreWork, writes: readonly Write[]): Promise<Settled[]> {
  const added = writes.filter(({ live }) => live === null)
  const changed = writes.filter(({ live }) => live !== null)
  if (added.length > 0) await insertItems(on.work, on.store.id, added, on.at)
  const versions = changed.length > 0 ? await updateItems(on.work, changed, on.at) : new Map<string, number>()
  return writes.map(({ id, values, categoryId, live, settled }) => {
    const version = live ? (versions.get(id) ?? live.version + 1) : 1
    const now = columnsOf(values, categoryId)
    const sides = live
      ? { old: { ...columnsOf(settled.found ?? {}, null), ...(categoryId && { category_id: live.category_id }) }, new: now }
      : { old: null, new: { id, store_id: on.store.id, ...now } }
    told(on, 'item', { id, version, action: live ? 'update' : 'create', ...sides })
    return { ...settled, record_version: version }
  })
}
