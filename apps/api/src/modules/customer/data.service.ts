import { wallClockAt } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context, RunningTask, TaskKind, TaskResult, Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { beginTask } from '#kit/work/begin-task.ts'
import { TaskEnd } from '#kit/work/running-task.ts'
import { recordsOf, sections, type Whose } from './data.sections.ts'
import { said, writeJson } from './data.write.ts'

const permission = 'customer-data.export'

/** Adds the task that writes all that is held of a customer, as a part of the unit that asks for it; answers its id. */
export async function beginData(ctx: Context, work: Work, id: string): Promise<string> {
  work.tie()
  // Without a name: what is erased since has none.
  const title = `Data of customer ${id.slice(-6).toUpperCase()}`
  return (await beginTask({ ...ctx, idempotency: null, within: work }, { kind: dataKind.name, title, parameters: { customerId: id } })).id
}

/** Writes it as JSON, some rows after the other: of whoever was erased meanwhile nothing is written, and what was is taken away (0194). */
export const dataKind: TaskKind = { name: 'customer-export', atOnce: 1, retries: 10, run: writeData }

interface Record {
  id: string
  email: string | null
}

async function writeData(task: RunningTask): Promise<TaskResult> {
  const { customerId } = task.claim.parameters as { customerId: string }
  const { clock } = await allowed(task)
  const records = await rowsOf<Record>(task, recordsOf(customerId))
  const emails = records.flatMap(({ email }) => email?.toLowerCase() ?? [])
  let rows = 0
  const count = async (more: number) => {
    rows += more
    await task.progress(rows, null)
  }
  const lists = Object.entries(sections).map(([name, section]) => [name, everyRow(task, records, emails, section, count)] as const)
  const sizeBytes = await task.keepFile(writeJson([['records', saidRows(task, customerId)], ...lists]))
  const zone = await readSetting(task.services, 'installation.timeZone')
  const stamp = wallClockAt(clock.instant(), zone).replace(/\D/g, '').slice(0, 12)
  const file = { name: `customer-data-${stamp}.json`, type: 'application/json', sizeBytes }
  return { words: `${format().number(rows + records.length)} rows`, file, facts: { rows: rows + records.length } }
}

/** Of all branches: whoever may not any more, or reaches some alone by now, gets nothing more. */
async function allowed(task: RunningTask): Promise<Context> {
  const ctx = await task.owner(permission)
  if (ctx.actor.scope.kind !== 'all') throw new TaskEnd('You do not reach the whole installation any more.')
  return ctx
}

async function* saidRows(task: RunningTask, customerId: string): AsyncGenerator<unknown> {
  const { rows } = await sql<{ erasure: string | null }>`select erasure from customer where id = ${customerId}`.execute(task.services.db)
  if (rows[0]?.erasure === 'done') throw new TaskEnd('The customer was erased.')
  for (const row of await rowsOf(task, recordsOf(customerId))) yield said(row)
}

async function* everyRow(
  task: RunningTask,
  records: readonly Record[],
  emails: readonly string[],
  section: (whose: Whose, after: string) => RawBuilder<unknown>,
  count: (more: number) => Promise<void>,
): AsyncGenerator<unknown> {
  // What was mailed is told once, with the one that goes on, whose all orders are.
  for (const [at, { id }] of records.entries()) {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      await allowed(task)
      const rows = await rowsOf<{ id: string }>(task, section({ id, emails: at === 0 ? emails : [] }, after))
      for (const row of rows) yield said(row)
      const last = rows.at(-1)
      if (!last) break
      await count(rows.length)
      after = last.id
    }
  }
}

async function rowsOf<R>(task: RunningTask, query: RawBuilder<unknown>): Promise<R[]> {
  return (await query.execute(task.services.db)).rows as R[]
}
