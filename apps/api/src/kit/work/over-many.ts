import { exportTypes, fieldOf, type NamedEndpoint, type Page } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, RunningTask, TaskKind, TaskResult } from '../context.ts'
import type { Cell } from '../export/columns.ts'
import { writeCsv } from '../export/csv.ts'
import type { AnyHandler } from '../http/handler.ts'
import { beginTask } from './begin-task.ts'
import { isHeld, renewLease } from './task-lease.ts'
import { doRows, outcomesOf } from './task-rows.ts'

interface Body {
  query: Record<string, unknown>
  act: Record<string, unknown>
}

interface Parameters extends Body {
  list: string
  verb: string
}

const pageRows = 1000

/**
 * The handler of an endpoint that `overMany` declares: the act is done with every row of the entity's list, as a task. What no row could be asked
 * is refused at once. List and act may be of another contract of the entity.
 */
export function overManyHandler({ name, entity, shape }: NamedEndpoint, handlers: ReadonlyMap<string, AnyHandler>): AnyHandler {
  const list = `${entity}.list`
  const verb = `${entity}.${shape.overMany?.act}`
  return (ctx: Context, input: unknown) => {
    const { body } = input as { body: Body }
    handlers.get(verb)?.checkInput?.(ctx, body.act, 'body.act')
    const title = shape.overMany?.title(body.act as never) ?? name
    return beginTask(ctx, { kind: 'over-many', title, parameters: { list, verb, ...body } })
  }
}

/**
 * Does an act with all rows that a list has when it begins. They are written down first; then each is done in its own unit of work, which
 * notes it in the same transaction: one that was killed goes on with the rows that have no outcome, and does none twice.
 */
export const overManyKind: TaskKind = { name: 'over-many', atOnce: 2, retries: 10, run: runOverMany }

async function runOverMany(task: RunningTask): Promise<TaskResult> {
  const { claim } = task
  const parameters = claim.parameters as Parameters
  if (claim.total === null) await writeDownRows(task, parameters)
  const { verb, act } = parameters
  const { body } = task.endpoint(verb).shape
  const takesVersion = body !== undefined && fieldOf(body, 'version') !== undefined
  const { done, refused } = await doRows(task, ({ record_id: id, record_version: version }) => ({
    endpoint: verb,
    input: { params: { id }, body: { ...act, ...(takesVersion && { version }) } },
  }))
  const sizeBytes = await task.keepFile(writeCsv(linesOf(task)))
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

async function* linesOf(task: RunningTask): AsyncGenerator<Cell[]> {
  yield ['Name', 'Outcome', 'Reason', 'ID']
  for await (const { title, outcome, reason, record_id: id } of outcomesOf(task))
    yield [title, outcome === 'done' ? 'Done' : 'Refused', reason, id]
}
