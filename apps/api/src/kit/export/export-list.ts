import {
  type Contract,
  type ExportFormat,
  exportFormatLabels,
  exportTypes,
  type NamedEndpoint,
  type Output,
  orderContract,
  type Page,
  type Permission,
  wallClockAt,
} from '@larder/contract'
import type { Context, RunningTask, TaskKind, TaskResult } from '../context.ts'
import { format } from '../format.ts'
import type { AnyHandler } from '../http/handler.ts'
import { manyOf } from '../plural.ts'
import { readSetting } from '../settings.ts'
import { beginTask } from '../work/begin-task.ts'
import { type Cell, columnsOf, entriesOf, type FileColumn } from './columns.ts'
import { writeCsv } from './csv.ts'
import { writeXlsx } from './xlsx.ts'

interface Body {
  format: ExportFormat
  query: Record<string, unknown>
}

/** What an export's task keeps: which list, asked for what. */
interface Parameters extends Body {
  list: string
  permission: Permission
  each?: string
}

const pageRows = 1000

/** The handler of an endpoint that `exportOf` declares: the list of the same contract is written to a file, as a task. */
export function exportHandler(contract: Contract, { entity, shape }: NamedEndpoint): AnyHandler {
  const { list } = contract
  if (!list) throw new Error(`${entity} has no list to be exported`)
  return (ctx: Context, input: unknown) => {
    const { format, query } = (input as { body: Body }).body
    const parameters: Parameters = {
      list: list.name,
      permission: shape.permission as Permission,
      format,
      query,
      ...(shape.each && { each: shape.each }),
    }
    return beginTask(ctx, { kind: 'export', title: `${titleOf(list)} as ${exportFormatLabels[format]}`, parameters: { ...parameters } })
  }
}

/** Writes a list to a file, page after page of the list's own read: a killed one begins anew, and what is half written is never served. */
export const exportKind: TaskKind = { name: 'export', atOnce: 2, retries: 10, run: runExport }

async function runExport(task: RunningTask): Promise<TaskResult> {
  const { list: name, format: as, query, permission, each } = task.claim.parameters as Parameters
  const list = task.endpoint(name)
  const { clock } = await task.owner(permission)
  const zone = await readSetting(task.services, 'installation.timeZone')
  let rows = 0
  const labels = list.entity === 'order' ? await readStatusLabels(task) : {}
  const columns = columnsOf(list, zone, labels, each)
  const all = rowsOf(task, { list, query, permission, columns, each, onRows: (count) => (rows += count) })
  const sizeBytes = await task.keepFile(as === 'csv' ? writeCsv(all) : writeXlsx(all, titleOf(list), columns))
  const stamp = wallClockAt(clock.instant(), zone).replace(/\D/g, '').slice(0, 12)
  const file = { name: `${list.entity}-${stamp}.${as}`, type: exportTypes[as], sizeBytes }
  return { words: rows === 1 ? '1 row' : `${format().number(rows)} rows`, file, facts: { rows } }
}

async function readStatusLabels(task: RunningTask): Promise<Record<string, string>> {
  const statuses = (await task.call(orderContract.statuses.name, {})) as Output<typeof orderContract.statuses>
  return Object.fromEntries(statuses.map(({ status, label }) => [status, label]))
}

interface Reading {
  list: NamedEndpoint
  query: Record<string, unknown>
  permission: Permission
  columns: readonly FileColumn[]
  each: string | undefined
  onRows(count: number): void
}

async function* rowsOf(task: RunningTask, { list, query, permission, columns, each, onRows }: Reading): AsyncGenerator<Cell[]> {
  yield columns.map(({ head }) => head)
  let cursor: string | undefined
  let done = 0
  let total: number | null = null
  do {
    // Whoever may not export any more is not given another page.
    await task.owner(permission)
    const page = (await task.call(list.name, { query: { ...query, limit: pageRows, cursor, count: cursor === undefined } })) as Page<
      Record<string, unknown>
    >
    if (page.total && !page.total.capped) total = page.total.value
    const lines = each === undefined ? page.rows : page.rows.flatMap((row) => entriesOf(row, each))
    for (const line of lines) yield columns.map(({ cell }) => cell(line))
    done += page.rows.length
    onRows(lines.length)
    await task.progress(done, total === null ? null : Math.max(total, done))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** What a list is called in its entity's words: "Store locations". */
function titleOf({ entity }: NamedEndpoint): string {
  const many = manyOf(entity)
  return many.charAt(0).toUpperCase() + many.slice(1)
}
