import { type ChangeRemark, type ChangeValues, type Currency, keysOf } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { beginsFormula } from '#kit/export/csv.ts'
import { type LiveItem, liveItems } from '../engine/item-columns.ts'
import { judge, type Rails } from '../engine/judge.ts'
import type { WorkedRow } from '../engine/rows.ts'
import { createKnownCategories, type KnownCategories } from './new-category.ts'
import { type Given, type GivenReading, readGiven } from './read-given.ts'

/** What somebody gave for one item, in the words of a file: of an upload, a scan, a channel. */
export interface GivenRow {
  /** Its row in the file. */
  line: number | null
  given: Given
  /** The item that it is of, where whoever gave it knows. */
  recordId?: string
  /** What is to be said of it besides: a scan's doubts. */
  remarks?: readonly ChangeRemark[]
}

export interface GivenStore {
  id: string
  currency: Currency
}

/** Holds rows against a store's menu, one portion after another; it knows which codes and items earlier rows had. */
export interface RowsHolder {
  hold(db: ReadDatabase, rows: readonly GivenRow[]): Promise<WorkedRow[]>
}

const nameKey = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** A code for what came without one. */
export function codeFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toUpperCase()
  return plain.slice(0, 32) || 'ITEM'
}

export function createRowsHolder(store: GivenStore, reading: GivenReading, rails: Rails): RowsHolder {
  let position = 0
  const seen = new Map<string, number>()
  const codes = new Set<string>()
  let categories: KnownCategories | null = null

  return {
    async hold(db, rows) {
      const read = rows.map((row) => ({ row, ...readGiven(row.given, reading) }))
      const live = await findLive(db, store, read)
      categories ??= createKnownCategories(await namesOfCategories(db, store))
      const { remarksOn } = categories
      return read.map(({ row, values, remarks }) => {
        const item = live.of(row, values)
        const twin = twinOf(item, values, row.line ?? position + 1)
        const wanted = item
          ? differing(item.values, values)
          : { available: true, unit: 'pc', ...values, sku: values.sku ?? freeCode(values, live) }
        const judged = judge(item, wanted, rails)
        const told = [...withoutDoubles(judged.remarks, remarks), ...remarksOn(wanted.category), ...formulasIn(wanted)]
        const said = [...(row.remarks ?? []), ...remarks, ...twin, ...told]
        const fields = keysOf(wanted)
        const kind = !item ? 'new' : fields.length > 0 || remarks.length > 0 ? 'changed' : 'same'
        return {
          position: position++,
          line: row.line,
          storeId: store.id,
          entity: 'item',
          recordId: item?.id ?? null,
          kind,
          title: String(values.name ?? item?.values.name ?? values.sku ?? ''),
          given: row.given as Record<string, string>,
          old: item && kind === 'changed' ? Object.fromEntries(fields.map((field) => [field, item.values[field] ?? null])) : null,
          new: kind === 'same' ? null : (wanted as ChangeValues),
          remarks: said,
          movePpm: judged.movePpm,
        } satisfies WorkedRow
      })
    },
  }

  function twinOf(item: LiveItem | null, values: ChangeValues, line: number): ChangeRemark[] {
    const key = item ? item.id : typeof values.sku === 'string' ? `sku ${values.sku}` : `name ${nameKey(String(values.name ?? ''))}`
    const before = seen.get(key)
    if (before === undefined) seen.set(key, line)
    return before === undefined ? [] : [{ field: null, level: 'error', words: `Row ${before} is of the same item.` }]
  }

  function freeCode({ name }: ChangeValues, live: Live): string | null {
    if (typeof name !== 'string') return null
    const base = codeFrom(name)
    for (let at = 1; ; at++) {
      const code = at === 1 ? base : `${base}-${at}`
      if (codes.has(code) || live.hasCode(code)) continue
      codes.add(code)
      return code
    }
  }
}

const runFields = ['sku', 'name', 'category'] as const

/** A text that a spreadsheet program would run is written to none as it is; whoever typed it hardly meant it. */
function formulasIn(values: ChangeValues): ChangeRemark[] {
  const found = runFields.filter((field) => typeof values[field] === 'string' && beginsFormula(values[field]))
  return found.map((field) => ({ field, level: 'warning', words: 'begins like a formula of a spreadsheet' }))
}

async function namesOfCategories(db: ReadDatabase, { id }: GivenStore): Promise<string[]> {
  const rows = await db.selectFrom('menu_category').select('name').where('store_id', '=', id).orderBy('id').execute()
  return rows.map(({ name }) => name)
}

function differing(now: ChangeValues, values: ChangeValues): ChangeValues {
  const fields = keysOf(values).filter((field) => !isSame(field, now[field] ?? null, values[field] ?? null))
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
}

function isSame(field: string, now: unknown, value: unknown): boolean {
  if (field === 'category' && typeof now === 'string' && typeof value === 'string') return nameKey(now) === nameKey(value)
  return now === value
}

/** What a cell's own problem says is not said again. */
function withoutDoubles(judged: readonly ChangeRemark[], said: readonly ChangeRemark[]): ChangeRemark[] {
  return judged.filter(({ field }) => !said.some((other) => other.field === field))
}

interface Live {
  of(row: GivenRow, values: ChangeValues): LiveItem | null
  hasCode(code: string): boolean
}

/** The items that rows are of: by what they say of it, else by code, else by name. */
async function findLive(db: ReadDatabase, store: GivenStore, read: readonly { row: GivenRow; values: ChangeValues }[]): Promise<Live> {
  const ids = read.flatMap(({ row }) => row.recordId ?? [])
  const codes = read.flatMap(({ values }) => (typeof values.sku === 'string' ? [values.sku] : []))
  const uncoded = read.filter(({ row, values }) => !row.recordId && typeof values.sku !== 'string' && typeof values.name === 'string')
  const names = uncoded.map(({ values }) => nameKey(String(values.name)))
  const made = uncoded.map(({ values }) => codeFrom(String(values.name)))
  const asked = [
    ids.length > 0 && sql`item.id = any(${ids}::uuid[])`,
    codes.length + made.length > 0 && sql`item.sku = any(${[...codes, ...made]}::text[])`,
    names.length > 0 && sql`lower(normalize(item.name, NFKC)) = any(${names}::text[])`,
  ].filter((condition) => condition !== false)
  const found = asked.length > 0 ? await liveItems(db, sql`item.store_id = ${store.id} and (${sql.join(asked, sql` or `)})`) : []
  const byId = new Map(found.map((item) => [item.id, item]))
  const byCode = new Map(found.map((item) => [String(item.values.sku), item]))
  const byName = Map.groupBy(found, ({ values }) => nameKey(String(values.name)))
  return {
    of({ recordId }, values) {
      if (recordId) return byId.get(recordId) ?? null
      if (typeof values.sku === 'string') return byCode.get(values.sku) ?? null
      const named = typeof values.name === 'string' ? (byName.get(nameKey(values.name)) ?? []) : []
      return named.find((item) => isSame('category', item.values.category, values.category)) ?? named[0] ?? null
    },
    hasCode: (code) => byCode.has(code),
  }
}
