import { entityOf, type ImportField, searchKey } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { folded } from '../read/search-text.ts'
import { isOpenTo, visible } from '../resource/read.ts'
import { factsOf } from './facts-of.ts'
import { type CellValue, idIn, plainText } from './read-cell.ts'

const atOnce = 5000

/** What the cells of a field that names another record come to; `current` is the id that the record has now. */
export type FindReference = (name: string, id: string, current: unknown) => CellValue

interface Found {
  id: string
  name: string
}

/**
 * Looks up, in a few reads for all rows, the records that the cells of a field name: by name as their lists are sorted by it, in any case,
 * by id where several have the name. What lies outside of the caller's reach is not there.
 */
export async function findReferences(
  ctx: Context,
  field: ImportField,
  cells: readonly { name: string; id: string }[],
): Promise<FindReference> {
  const names = new Set(cells.map(({ name }) => keyOf(name)).filter((name) => name !== ''))
  const ids = new Set(cells.flatMap(({ id }) => idIn(id) ?? []))
  const found = await readNamed(ctx, entityOf(field.schema) ?? '', [...names], [...ids])
  const byName = Map.groupBy(found, ({ name }) => keyOf(name))
  const byId = new Set(found.map(({ id }) => id))
  return (name, id, current) => {
    const [wanted, given] = [keyOf(name), idIn(id)]
    if (id.trim() !== '' && !given) return { problem: 'is not an id', ...besideOf(field) }
    if (wanted === '') return given && !byId.has(given) ? { problem: 'does not exist', ...besideOf(field) } : { value: given }
    const named = (byName.get(wanted) ?? []).map((one) => one.id)
    if (given && named.includes(given)) return { value: given }
    // An exported id that was left as it was while the name beside it was changed.
    if (given && given !== current) return { problem: `is of another record than ${field.head} names`, ...besideOf(field) }
    if (named.length > 1) return { problem: `is the name of ${named.length}: say which by its id` }
    return named[0] === undefined ? { problem: 'does not exist' } : { value: named[0] }
  }
}

function besideOf({ also }: ImportField): { column?: string } {
  return also === null ? {} : { column: also }
}

function keyOf(name: string): string {
  return searchKey(plainText(name.trim()))
}

async function readNamed(ctx: Context, entity: string, names: readonly string[], ids: readonly string[]): Promise<Found[]> {
  const facts = factsOf(entity)
  const permission = facts?.contract.list?.shape.permission
  if (!facts || !permission || !isOpenTo(ctx, permission)) return []
  const { rows, sorts, table } = facts.declared
  const name = String(sorts.name)
  const id = sql.ref(`${table}.id`)
  const conditions = [
    ...chunks(names).map((some) => sql<boolean>`${folded(name)} = any(${some})`),
    ...chunks(ids).map((some) => sql<boolean>`${id} = any(${some}::uuid[])`),
  ]
  const found: Found[] = []
  for (const condition of conditions) {
    const query = visible(ctx, facts, rows(ctx.db)).where(condition).clearSelect()
    found.push(...((await query.select([sql`${id}`.as('id'), sql`${sql.ref(name)}`.as('name')]).execute()) as Found[]))
  }
  return found
}

function chunks<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, at) => all.slice(at * atOnce, (at + 1) * atOnce))
}
