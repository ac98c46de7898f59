import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Context, RunningTask } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isFault } from './running-task.ts'
import { type Claim, isHeld, renewLease, TaskLost } from './task-lease.ts'

const pageRows = 1000
const rowsAtOnce = 100

/** A row that a task does: with which record, at the version at which it was written down; none where the row makes one. */
export interface TaskRow {
  position: number
  record_id: string | null
  record_version: number | null
  title: string
  /** What is done with it, until it is. */
  input: Record<string, unknown> | null
}

/** What a row calls; `more` goes into the context. */
export interface RowCall {
  endpoint: string
  input: object
  more?: Pick<Context, 'rowOf'>
}

interface Ended extends TaskRow {
  outcome: 'done' | 'refused' | null
  reason: string | null
}

/** How far a task is by its rows: whoever was killed did not say it. */
async function countRows({ claim, services }: RunningTask): Promise<void> {
  const { rows } = await sql<{ done: number; total: number }>`
    select count(outcome)::int as done, count(*)::int as total from task_row where task_id = ${claim.id}`.execute(services.writable)
  Object.assign(claim, rows[0])
  await renewLease(services.writable, claim)
}

/** The same of a row of `task`, in SQL; as it was told last where none of its rows is written down. */
export const doneOfTask = sql<number>`(select case when count(*) > 0 then count(outcome)::int else task.done end
  from task_row where task_id = task.id)`

/**
 * Calls an endpoint for each row that has no outcome yet, in the owner's name and a unit of work of its own, which notes the outcome in the
 * same transaction. Answers how many of all are done and refused.
 */
export async function doRows(task: RunningTask, callOf: (row: TaskRow) => RowCall): Promise<{ done: number; refused: number }> {
  const { claim, services } = task
  await countRows(task)
  for (let rows = await nextRows(task); rows.length > 0; rows = await nextRows(task))
    for (const row of rows) {
      await doRow(task, row, callOf(row))
      await task.progress(claim.done + 1, claim.total)
    }
  const { rows } = await sql<{ done: number; refused: number }>`
    select count(*) filter (where outcome = 'done')::int as done, count(*) filter (where outcome = 'refused')::int as refused
    from task_row where task_id = ${claim.id}`.execute(services.writable)
  return rows[0] ?? { done: 0, refused: 0 }
}

/** The rows of a task in their order, with how it went with each. */
export async function* outcomesOf({ claim, services }: RunningTask): AsyncGenerator<Ended> {
  for (let position = -1; ; ) {
    const { rows } = await sql<Ended>`
      select position, record_id, title, outcome, reason from task_row
      where task_id = ${claim.id} and position > ${position} order by position limit ${sql.lit(pageRows)}`.execute(services.writable)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    position = last.position
  }
}

async function nextRows({ claim, services }: RunningTask): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`select position, record_id, record_version, title, input from task_row
    where task_id = ${claim.id} and outcome is null order by position limit ${sql.lit(rowsAtOnce)}`.execute(services.writable)
  return rows
}

async function doRow(task: RunningTask, row: TaskRow, { endpoint, input, more }: RowCall): Promise<void> {
  const { claim, services } = task
  try {
    await task.call(endpoint, input, { ...more, alongside: (db) => noteOutcome(db, claim, row, null) })
  } catch (error) {
    if (!(error instanceof Refusal) || isFault(error)) throw error
    await noteOutcome(services.writable, claim, row, error.message)
  }
}

/** Keeps a unit of work from committing where the row has its outcome already, or the task is another process's. */
async function noteOutcome(db: Database, claim: Claim, { position }: TaskRow, reason: string | null): Promise<void> {
  const { numAffectedRows } = await sql`update task_row
    set outcome = ${reason === null ? 'done' : 'refused'}, reason = ${reason}, input = null
    where task_id = ${claim.id} and position = ${position} and outcome is null and ${isHeld(claim)}`.execute(db)
  if (numAffectedRows === 0n) throw new TaskLost(claim.id)
}
