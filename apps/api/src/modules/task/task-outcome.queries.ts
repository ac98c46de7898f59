import type { Task } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'

type Outcome = NonNullable<Task['outcome']>

interface Row {
  task_id: string
  outcome: 'done' | 'refused'
  reason: string | null
  rows: number
}

/** What tasks over many rows have done so far, by task; none for tasks of other kinds. */
export async function readOutcomes(db: ReadDatabase, ids: readonly string[]): Promise<ReadonlyMap<string, Outcome>> {
  const { rows } = await sql<Row>`
    select task_id, outcome, reason, count(*)::int as rows from task_row
    where task_id = any(${[...ids]}::uuid[]) and outcome is not null
    group by task_id, outcome, reason order by count(*) desc, reason`.execute(db)
  const outcomes = new Map<string, Outcome>()
  for (const row of rows) {
    const outcome = outcomes.get(row.task_id) ?? { done: 0, refused: 0, reasons: [] }
    outcomes.set(row.task_id, outcome)
    outcome[row.outcome] += row.rows
    if (row.outcome === 'refused') outcome.reasons.push({ reason: row.reason ?? '', rows: row.rows })
  }
  return outcomes
}
