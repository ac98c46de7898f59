import { setImmediate as letOthers } from 'node:timers/promises'
import type { FileContent, ImportOutcome, ImportRow, NamedEndpoint } from '@larder/contract'
import type { Context } from '../context.ts'
import { maskedInAnyOf, shownInAnyOf } from '../read/masked-fields.ts'
import type { Facts } from '../resource/declaration.ts'
import type { Shown } from '../resource/read.ts'
import { readSetting } from '../settings.ts'
import { readFixed } from './fixed-values.ts'
import { problemsOfChange, problemsOfNew } from './judge-row.ts'
import { findTaken, keyedBy } from './keys.ts'
import { columnAt, layoutOf, refuseColumns } from './layout.ts'
import { type Problem, type Reading, readChanged, readNew, type Values } from './read-row.ts'
import { readTable } from './read-table.ts'
import { recognise } from './recognise.ts'
import { findReferences } from './references.ts'
import { rememberedReads } from './remembered-reads.ts'
import type { Table } from './table-reader.ts'

/** What one row of a file would do. */
export interface PlannedRow extends Omit<ImportRow, 'outcome'> {
  outcome: ImportOutcome | 'unchanged'
  /** The record that it is of, as it was looked at. */
  record: { id: string; version: number } | null
  /** What its creation or its change is called with. */
  body: Values
}

export interface Plan {
  table: Table
  rows: PlannedRow[]
  /** Columns that say nothing that could be set. */
  ignored: readonly string[]
}

const atOnce = 200

/**
 * Looks at what a file would do, in a number of reads that hangs on the kinds of records that it names and not on its rows. Nothing is
 * written. 422 where it is no table, or has columns that the list does not know. `fixed`: what of every row the page around its list says.
 */
export async function planImport(ctx: Context, facts: Facts, file: FileContent, fixed = ''): Promise<Plan> {
  const table = await readTable(file, ctx.actor.id)
  const layout = layoutOf(facts.contract, table.heads, await readSetting(ctx.services, 'installation.timeZone'))
  const reading: Reading = {
    layout,
    currency: await readSetting(ctx.services, 'installation.currency'),
    callingCode: await readSetting(ctx.services, 'installation.callingCode'),
    references: new Map(),
    fixed: await readFixed(ctx, layout.all, fixed),
  }
  for (const field of layout.fields.filter(({ form }) => form === 'record')) {
    const cells = table.rows.map((row) => ({ name: row.cells[field.at] ?? '', id: row.cells[field.alsoAt] ?? '' }))
    Object.assign(reading, { references: new Map([...reading.references, [field.key, await findReferences(ctx, field, cells)]]) })
  }
  const records = await recognise(ctx, facts, reading, table.rows)
  const isNew = (row: number) => records.get(row) === null
  const first = table.rows.find(({ row }) => isNew(row))
  const said = new Set(layout.all.flatMap(({ key, head }) => (key in reading.fixed ? [head] : [])))
  const missing = layout.missing.filter((head) => !said.has(head))
  if (first && facts.contract.create && layout.unsaid.length === 0 && missing.length > 0)
    refuseColumns(
      layout.all,
      missing.map((head) => [head, `is missing: row ${first.row} adds a new one`]),
    )
  const looking = { ...ctx, db: rememberedReads(ctx.db) }
  const rows: PlannedRow[] = []
  for (const [at, { row, cells }] of table.rows.entries()) {
    if (at % atOnce === atOnce - 1) await letOthers()
    rows.push(await planRow(looking, facts, reading, { row, cells, found: records.get(row) ?? null }))
  }
  await refuseTaken(ctx, facts, reading, rows, records)
  return { table, rows, ignored: layout.ignored }
}

interface Line {
  row: number
  cells: readonly string[]
  found: Shown | Problem | null
}

async function planRow(ctx: Context, facts: Facts, reading: Reading, { row, cells, found }: Line): Promise<PlannedRow> {
  const { layout } = reading
  const told = { row, title: titleOf(reading, cells), body: {}, changes: [], problems: [], record: null }
  if (found && 'why' in found) return { ...told, outcome: 'refused', problems: [found] }
  const shapes = [(facts.contract.list as NamedEndpoint).shape.response]
  const said = found
    ? readChanged(reading, cells, shownInAnyOf(ctx, shapes, found.shown), maskedInAnyOf(shapes, found.shown))
    : readNew(reading, cells)
  const { values: body, changes, problems } = said
  const record = found && { id: found.row.id as string, version: found.row.version as number }
  if (record && problems.length === 0 && changes.length === 0) return { ...told, outcome: 'unchanged', record }
  if (problems.length === 0)
    problems.push(...(found ? await problemsOfChange(ctx, facts, layout, found, body) : await problemsOfNew(ctx, facts, layout, body)))
  return { ...told, outcome: problems.length > 0 ? 'refused' : record ? 'change' : 'create', record, body, changes, problems }
}

/** Refuses what another record has already, or an earlier row of the same file. */
async function refuseTaken(
  ctx: Context,
  facts: Facts,
  { layout }: Reading,
  rows: readonly PlannedRow[],
  records: ReadonlyMap<number, Shown | Problem | null>,
): Promise<void> {
  const keyed = await Promise.all(
    rows.filter(isAccepted).map(async ({ row, body, record }) => {
      const found = records.get(row)
      const shown = found && 'shown' in found ? found : null
      const now = shown ? Object.fromEntries(layout.all.map(({ key }) => [key, shown.shown[key]])) : {}
      return keyedBy(ctx, facts, { row, id: record?.id ?? null, values: { ...now, ...body }, of: shown?.row })
    }),
  )
  const fields = layout.all.map(({ key }) => key)
  const taken = await findTaken(ctx, facts, keyed, fields)
  for (const planned of rows)
    for (const { field, ids, twin, isUnique } of taken.get(planned.row) ?? []) {
      const column = columnAt(layout.all, field)
      if (twin !== null) planned.problems.push({ column, why: `is that of row ${twin} as well` })
      else if (isUnique && ids.some((id) => id !== planned.record?.id)) planned.problems.push({ column, why: 'is already taken' })
      if (planned.problems.length > 0) planned.outcome = 'refused'
    }
}

/** Whether an import does something with a row. */
export function isAccepted({ outcome }: PlannedRow): boolean {
  return outcome === 'create' || outcome === 'change'
}

function titleOf({ layout }: Reading, cells: readonly string[]): string {
  const named = ['name', 'label', 'code'].flatMap((key) => layout.fields.find((field) => field.key === key) ?? [])
  const words = [...named, ...layout.fields].map(({ at }) => cells[at]?.trim() ?? '')
  return (words.find((word) => word !== '') ?? '').slice(0, 200)
}
