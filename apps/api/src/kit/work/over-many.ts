import { type Contract, exportTypes, type NamedEndpoint, type Page } from '@larder/contract'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Context, RunningTask, TaskKind, TaskResult } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Cell } from '../export/columns.ts'
import { writeCsv } from '../export/csv.ts'
import type { AnyHandler } from '../http/handler.ts'
import { beginTask } from './begin-task.ts'
import { isFault } from './running-task.ts'
import { type Claim, isHeld, renewLease, TaskLost } from './task-lease.ts'

interface Body {
  query: Record<string, unknown>
  act: Record<string, unknown>
}

interface Parameters extends Body {
  list: string
  verb: string
}

interface Row {
  position: number
  record_id: string
  record_version: number
  title: string
}

const pageRows = 1000
const rowsAtOnce = 100

/** The handler of an endpoint that `overMany` declares: the act is done with every row of the list, as a task. */
export function overManyHandler(contract: Contract, { name, entity, shape }: NamedEndpoint): AnyHandler {
  const { list } = contract
  const act = contract[shape.overMany?.act ?? '']
  if (!list || !act) throw new Error(`${name} needs the list of ${entity} and the act that it is of`)
  return (ctx: Context, input: unknown) => {
    const { body } = input as { body: Body }
    const title = shape.overMany?.title(body.act as never) ?? name
    return beginTask(ctx, { kind: 'over-many', title, parameters: { list: list.name, verb: act.name, ...body } })
  }
}

/**
 * Does an act with all rows that a list has when it begins. They are written down first; then each is done in its own unit of work, which
 * notes it in the same transaction: one that was killed goes on with the rows that have no outcome, and does none twice.
 */
export const overManyKind: TaskKind = { name: 'over-many', atOnce: 2, retries: 10, run: runOverMany }

async function runOverMany(task: RunningTask): Promise<TaskResult> {
  const { claim, services } = task
  const parameters = claim.parameters as Parameters
  if (claim.total === null) await writeDownRows(task, parameters)
  for (let rows = await nextRows(task); rows.length > 0; rows = await nextRows(task))
    for (const row of rows) {
      await actOnRow(task, parameters, row)
      await task.progress(claim.done + 1, claim.total)
    }
  const sizeBytes = await task.keepFile(writeCsv(outcomesOf(task)))
  const { done, refused } = await countOutcomes(services.writable, claim)
  const words = refused === 0 ? `${done} done` : `${done} done, ${refused} refused`
  return { words, file: { name: `outcome-${claim.id.slice(-12)}.csv`, type: exportTypes.csv, sizeBytes }, facts: { done, refused } }
}

/** The rows as they are now. They count once all of them are there: before, nothing is done with any. */
async function writeDownRows(task: RunningTask, { list, query }: Parameters): Promise<void> {
  const { claim, services } = task
  await sql`delete from task_row where task_id = ${claim.id} and ${isHeld(claim)}`.execute(services.writable)
  let cursor: string | undefined
  let count = 0
  do {
    const page = (await task.call(list, { query: { ...query, limit: pageRows, cursor } })) as Page<Listed>
    const rows = page.rows.map(({ id, version, ...row }, index) => ({ position: count + index, id, version, title: titleOf(row) ?? id }))
    await sql`insert into task_row (task_id, position, record_id, record_version, title)
      select ${claim.id}, position, id, version, title
      from json_to_recordset(${JSON.stringify(rows)}) as row (position int, id uuid, version int, title text)
      where ${isHeld(claim)} on conflict do nothing`.execute(services.writable)
    count += rows.length
    await task.progress(0, null)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  Object.assign(claim, { done: 0, total: count })
  await renewLease(services.writable, claim)
}

interface Listed {
  id: string
  version: number
  name?: unknown
  number?: unknown
}

function titleOf({ name, number }: Pick<Listed, 'name' | 'number'>): string | undefined {
  return [name, number].find((word) => typeof word === 'string') as string | undefined
}

async function nextRows({ claim, services }: RunningTask): Promise<Row[]> {
  const { rows } = await sql<Row>`select position, record_id, record_version, title from task_row
    where task_id = ${claim.id} and outcome is null order by position limit ${sql.lit(rowsAtOnce)}`.execute(services.writable)
  return rows
}

async function actOnRow(task: RunningTask, { verb, act }: Parameters, row: Row): Promise<void> {
  const { claim, services } = task
  const input = { params: { id: row.record_id }, body: { ...act, version: row.record_version } }
  try {
    await task.call(verb, input, { alongside: (db) => noteOutcome(db, claim, row, null) })
  } catch (error) {
    if (!(error instanceof Refusal) || isFault(error)) throw error
    await noteOutcome(services.writable, claim, row, error.message)
  }
}

/** Keeps a unit of work from committing where the row has its outcome already, or the task is another process's. */
async function noteOutcome(db: Database, claim: Claim, { position }: Row, reason: string | null): Promise<void> {
  const { numAffectedRows } = await sql`update task_row set outcome = ${reason === null ? 'done' : 'refused'}, reason = ${reason}
    where task_id = ${claim.id} and position = ${position} and outcome is null and ${isHeld(claim)}`.execute(db)
  if (numAffectedRows === 0n) throw new TaskLost(claim.id)
}

async function countOutcomes(db: Database, { id }: Claim): Promise<{ done: number; refused: number }> {
  const { rows } = await sql<{ done: number; refused: number }>`
    select count(*) filter (where outcome = 'done')::int as done, count(*) filter (where outcome = 'refused')::int as refused
    from task_row where task_id = ${id}`.execute(db)
  return rows[0] ?? { done: 0, refused: 0 }
}

async function* outcomesOf({ claim, services }: RunningTask): AsyncGenerator<Cell[]> {
  yield ['Name', 'Outcome', 'Reason', 'ID']
  for (let position = -1; ; ) {
    const { rows } = await sql<Row & { outcome: string; reason: string | null }>`
      select position, record_id, title, outcome, reason from task_row
      where task_id = ${claim.id} and position > ${position} order by position limit ${sql.lit(pageRows)}`.execute(services.writable)
    for (const { title, outcome, reason, record_id: id } of rows) yield [title, outcome === 'done' ? 'Done' : 'Refused', reason, id]
    const last = rows.at(-1)
    if (!last) return
    position = last.position
  }
}
