import { type ChangeFieldKey, type ChangeValues, changeField, changeOutcomeLabels, changeRowKindLabels, keysOf } from '@larder/contract'
import { sql } from 'kysely'
import type { RunningTask } from '#kit/context.ts'
import type { Cell } from '#kit/export/columns.ts'
import { readNames, type StoredSet } from './stored-set.ts'
import { valueWords } from './words.ts'

interface Line {
  position: number
  line: number | null
  store: string
  currency: string
  kind: keyof typeof changeRowKindLabels
  title: string
  old: ChangeValues | null
  new: ChangeValues | null
  outcome: keyof typeof changeOutcomeLabels | null
  reason: string | null
  remarks: { field: ChangeFieldKey | null; words: string }[]
}

const atOnce = 1000

/** What became of each row, for people to keep: a line a row. */
export async function* resultLines({ services }: RunningTask, { id }: StoredSet): AsyncGenerator<Cell[]> {
  yield ['Row', 'Store', 'Name', 'What', 'Changes', 'Outcome', 'Why']
  const names = await readNames(services.db)
  for (let after = -1; ; ) {
    const { rows } = await sql<Line>`
      select position, line, store.display_name as store, store.currency, kind, title, old, new, outcome, reason, remarks
      from change_row join store on store.id = change_row.store_id
      where set_id = ${id} and position > ${after} and kind <> 'same' order by position limit ${sql.lit(atOnce)}`.execute(services.db)
    for (const row of rows) yield lineOf(row, names)
    const last = rows.at(-1)
    if (!last) return
    after = last.position
  }
}

function lineOf(row: Line, names: ReadonlyMap<string, string>): Cell[] {
  const words = (key: ChangeFieldKey, values: ChangeValues | null) => valueWords(key, values?.[key] ?? null, row.currency, names)
  const changes = keysOf(row.new ?? {}).map((key) =>
    row.old
      ? `${changeField(key).label}: ${words(key, row.old)} → ${words(key, row.new)}`
      : `${changeField(key).label}: ${words(key, row.new)}`,
  )
  const said = row.remarks.map(({ field, words: why }) => (field ? `${changeField(field).label} ${why}` : why))
  return [
    row.line ?? row.position + 1,
    row.store,
    row.title,
    changeRowKindLabels[row.kind],
    changes.join('; '),
    row.outcome ? changeOutcomeLabels[row.outcome] : 'Not published',
    [row.reason, ...said].filter(Boolean).join(' '),
  ]
}
