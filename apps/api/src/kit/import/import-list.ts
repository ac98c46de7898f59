import { createHash } from 'node:crypto'
import { type FileContent, type ImportCheck, type ImportRow, type StartedTask, shownImportRows, whyHead } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '../context.ts'
import { refuse } from '../errors.ts'
import type { Cell } from '../export/columns.ts'
import { writeCsv } from '../export/csv.ts'
import { manyOf } from '../plural.ts'
import type { Facts } from '../resource/declaration.ts'
import { beginTask } from '../work/begin-task.ts'
import { isAccepted, type Plan, type PlannedRow, planImport } from './plan.ts'

/** What a file would do, row by row. */
export async function checkImport(ctx: Context, facts: Facts, file: FileContent, fixed: string | undefined): Promise<ImportCheck> {
  const plan = await planImport(ctx, facts, file, fixed)
  const of = (outcome: PlannedRow['outcome']) => plan.rows.filter((row) => row.outcome === outcome)
  const [create, change, refused] = [of('create'), of('change'), of('refused')]
  return {
    seen: seenOf(facts, plan),
    counts: { create: create.length, change: change.length, unchanged: of('unchanged').length, refused: refused.length },
    ignored: [...plan.ignored],
    rows: [refused, change, create].flatMap((rows) => rows.slice(0, shownImportRows).map(told)),
    refusedRows: refused.length === 0 ? null : await writeRefused(plan, refused),
  }
}

/** Begins to do what a file says, and no more than was `seen` of it: 409 `import-outdated` where it would do something else by now. */
export async function beginImport(
  ctx: Context,
  facts: Facts,
  file: FileContent,
  { seen, fixed }: { seen?: string; fixed?: string },
): Promise<StartedTask> {
  const plan = await planImport(ctx, facts, file, fixed)
  if (seen !== undefined && seen !== seenOf(facts, plan))
    refuse('import-outdated', 'Something that this file names has changed since you looked at it. Look at it again before you import it.')
  // What was refused is told with the rest: whoever did not look before learns of it there.
  const rows = plan.rows.filter((row) => isAccepted(row) || row.outcome === 'refused')
  const parameters = { list: facts.entity, rows: rows.length }
  return beginTask(ctx, {
    kind: 'import',
    title: `Import ${manyOf(facts.entity)}`,
    parameters,
    also: (work, id) => writeDown(work, id, rows),
  })
}

async function writeDown({ db }: Work, id: string, rows: readonly PlannedRow[]): Promise<void> {
  const told = rows.map((planned) => {
    const { row, title, record, body, problems } = planned
    const of = { row, title, id: record?.id ?? null, version: record?.version ?? null }
    return isAccepted(planned) ? { ...of, body, reason: null } : { ...of, body: null, reason: problems.map(wordsOf).join('; ') }
  })
  await sql`insert into task_row (task_id, position, record_id, record_version, title, input, outcome, reason)
    select ${id}, "row", id, version, title, body, case when reason is not null then 'refused' end, reason
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as file ("row" int, id uuid, version int, title text, body jsonb, reason text)`.execute(
    db,
  )
}

// What would be done with which record at which version, and nothing of how it is told.
function seenOf({ entity }: Facts, plan: Plan): string {
  const acts = plan.rows.filter(isAccepted).map(({ row, record, body }) => [row, record, body])
  return createHash('sha256')
    .update(JSON.stringify([entity, acts]))
    .digest('base64url')
}

function told({ row, outcome, title, changes, problems }: PlannedRow): ImportRow {
  return { row, outcome: outcome as ImportRow['outcome'], title, changes, problems }
}

async function writeRefused({ table }: Plan, refused: readonly PlannedRow[]): Promise<string> {
  const why = new Map(refused.map(({ row, problems }) => [row, problems.map(wordsOf).join('; ')]))
  const heads = table.heads.map((head, at) => ({ head, at })).filter(({ head }) => head !== whyHead)
  async function* lines(): AsyncGenerator<Cell[]> {
    yield [...heads.map(({ head }) => head), whyHead]
    for (const { row, cells } of table.rows) if (why.has(row)) yield [...heads.map(({ at }) => cells[at] ?? ''), why.get(row) ?? '']
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeCsv(lines())) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function wordsOf({ column, why }: ImportRow['problems'][number]): string {
  return column === null ? why : `${column} ${why}`
}
