import type { ReadDatabase } from '#db/database.ts'
import { findByKey, keyOf, readUniqueKeys, type UniqueKey } from '#db/unique-keys.ts'
import type { Context, Work } from '../context.ts'
import { camelCase } from '../record/constraint.ts'
import type { Facts } from '../resource/declaration.ts'
import { columnsOfDraft } from '../resource/write.ts'

/** Columns by which people tell the records of a table apart; `isUnique`: the table itself keeps two from having the same. */
type Key = UniqueKey & { isUnique: boolean }

/** A row of a file with the columns of the record that it would make. */
export interface Keyed {
  row: number
  columns: Readonly<Record<string, unknown>>
  /** The record that it is of, where that is known. */
  id: string | null
}

/** What was found of a key: by row, the ids of the records that have it, and whether an earlier row has it too. */
export interface Taken {
  /** The field that people know it by. */
  field: string
  ids: readonly string[]
  /** The table itself keeps two from having it. */
  isUnique: boolean
  /** The earlier row of the file that has the same. */
  twin: number | null
}

/** For rules of a record that is looked at, not written. */
export const unwritten = new Proxy({} as Work, {
  get() {
    throw new Error('what looks at a file needs no unit of work')
  },
})

/** A row of a file by what tells it apart: the columns that these values set. */
export async function keyedBy(ctx: Context, facts: Facts, { row, id, values, of = null }: Told): Promise<Keyed> {
  return { row, id, columns: await columnsOfDraft(facts, values, { ctx, work: unwritten, row: of, body: undefined }) }
}
interface Told {
  row: number
  id: string | null
  values: Record<string, unknown>
  /** The record's row, where there is one. */
  of?: unknown
}

/** For each row, what of it is there already, key by key: one read for each key, however many rows there are. */
export async function findTaken(
  ctx: Context,
  facts: Facts,
  rows: readonly Keyed[],
  fields: readonly string[],
): Promise<Map<number, Taken[]>> {
  const taken = new Map<number, Taken[]>(rows.map(({ row }) => [row, []]))
  for (const key of await keysOf(ctx.db, facts)) {
    const keyed = rows.filter(({ columns }) => key.columns.every((column) => columns[column] !== undefined && columns[column] !== null))
    const field = key.columns.map(camelCase).findLast((name) => fields.includes(name))
    if (keyed.length === 0 || field === undefined) continue
    const firsts = new Map<string, number>()
    for (const { row, key: value, ids } of await findByKey(ctx.db, facts.declared.table, key, keyed)) {
      const first = firsts.get(value) ?? row
      firsts.set(value, first)
      taken.get(row)?.push({ field, ids, isUnique: key.isUnique, twin: first === row ? null : first })
    }
  }
  return taken
}

async function keysOf(db: ReadDatabase, { declared: { table, named } }: Facts): Promise<Key[]> {
  const unique = (await readUniqueKeys(db, table)).map((key) => ({ ...key, isUnique: true }))
  return [...unique, ...(named ? [{ ...keyOf(named), isUnique: false }] : [])]
}
