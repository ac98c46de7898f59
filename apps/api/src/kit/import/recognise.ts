import { idHead } from '@larder/contract'
import type { Context } from '../context.ts'
import type { Facts } from '../resource/declaration.ts'
import { findShown, type Shown } from '../resource/read.ts'
import { findTaken, type Keyed, keyedBy } from './keys.ts'
import { columnAt } from './layout.ts'
import { idIn } from './read-cell.ts'
import { type Problem, type Reading, readNew } from './read-row.ts'
import type { Table } from './table-reader.ts'

const atOnce = 1000

/** By row, the record that it is of, null for a new one, or why neither: found by the column of ids, else by what tells its records apart. */
export async function recognise(
  ctx: Context,
  facts: Facts,
  reading: Reading,
  rows: Table['rows'],
): Promise<Map<number, Shown | Problem | null>> {
  const { layout } = reading
  const known = new Map<number, { id: string; column: string; isKey: boolean }>()
  const records = new Map<number, Shown | Problem | null>()
  const keyed: Keyed[] = []
  for (const { row, cells } of rows) {
    const cell = cells[layout.id]?.trim() ?? ''
    const id = idIn(cell)
    if (id) known.set(row, { id, column: idHead, isKey: false })
    else if (cell !== '') records.set(row, { column: idHead, why: 'is not an id' })
    else keyed.push(await keyedBy(ctx, facts, { row, id: null, values: readNew(reading, cells).values }))
  }
  const fields = layout.fields.map(({ key }) => key)
  for (const [row, taken] of await findTaken(ctx, facts, keyed, fields)) {
    const match = taken.find(({ ids }) => ids.length > 0)
    const column = columnAt(layout.all, match?.field ?? '')
    if (!match) records.set(row, null)
    else if (match.ids.length > 1)
      records.set(row, { column, why: `is that of ${match.ids.length} records: say which by the column ${idHead}` })
    else known.set(row, { id: match.ids[0] as string, column, isKey: true })
  }
  const shown = new Map<string, Shown>()
  const ids = [...new Set([...known.values()].map(({ id }) => id))]
  for (let at = 0; at < ids.length; at += atOnce)
    for (const found of await findShown(ctx, facts, ids.slice(at, at + atOnce))) shown.set(found.row.id, found)
  const firsts = new Map<string, number>()
  for (const { row } of rows) {
    const one = known.get(row)
    if (!one) continue
    const first = firsts.get(one.id) ?? row
    firsts.set(one.id, first)
    const lacking = one.isKey ? 'is already taken' : 'is of no record that you reach'
    const twice = first === row ? null : { column: one.column, why: `is that of row ${first} as well` }
    records.set(row, twice ?? shown.get(one.id) ?? { column: one.column, why: lacking })
  }
  return records
}
