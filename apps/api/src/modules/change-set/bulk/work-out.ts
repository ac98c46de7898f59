import { type BulkChange, type ChangeRemark, type ChangeValues, type Currency, formulaPrice, keysOf } from '@larder/contract'
import type { RunningTask, TaskResult } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { writeRows } from '../engine/claim.ts'
import { judge, type Rails } from '../engine/judge.ts'
import { addRows, clearRows, type WorkedRow } from '../engine/rows.ts'
import { addCategories, settleSet } from '../engine/settle-set.ts'
import type { StoredSet } from '../engine/stored-set.ts'
import { countMatched, type Matched, readMatched } from './match.ts'

const atOnce = 1000

/** Works out the rows of a bulk change: each item that matches, as it is and would be. */
export async function workOut(task: RunningTask, set: StoredSet): Promise<TaskResult> {
  if (set.status === 'draft') {
    const ctx = await task.owner('change-set.create')
    const filter = set.filter ?? {}
    const { items } = await countMatched(ctx, filter)
    await writeRows(task, ctx, (db) => clearRows(db, set.id))
    const dropPercent = await readSetting(task.services, 'changeSet.dropPercent')
    let done = 0
    for (let after: Matched | null = null; ; ) {
      const page: Matched[] = await readMatched(ctx, filter, { after, limit: atOnce })
      const rows = page.map((item, at) => rowOf(item, set.change ?? {}, { position: done + at, dropPercent }))
      await writeRows(task, ctx, (db) => addRows(db, set.id, rows))
      done += page.length
      await task.progress(done, Math.max(done, items))
      after = page.at(-1) ?? null
      if (page.length < atOnce) break
    }
    await writeRows(task, ctx, (db) => addCategories(db, set.id))
  }
  const rows = await settleSet(task, set)
  return { words: `${format().number(rows)} rows worked out`, facts: { rows } }
}

function rowOf(item: Matched, change: BulkChange, { position, dropPercent }: { position: number; dropPercent: number }): WorkedRow {
  const { values, remarks: said } = changedValues(item.values, change, item.currency)
  const rails: Rails = { currency: item.currency, dropPercent, free: change.price?.free ? 'warning' : 'error' }
  const { remarks, movePpm } = judge(item, values, rails)
  const fields = keysOf(values)
  const isSame = fields.length === 0
  return {
    position,
    line: null,
    storeId: item.store_id,
    entity: 'item',
    recordId: item.id,
    kind: isSame ? 'same' : 'changed',
    title: String(item.values.name ?? ''),
    given: null,
    old: isSame ? null : Object.fromEntries(fields.map((field) => [field, item.values[field] ?? null])),
    new: isSame ? null : values,
    remarks: [...said, ...(isSame ? [] : remarks)],
    movePpm,
  }
}

/** What of an item a bulk change makes another. */
export function changedValues(
  now: ChangeValues,
  { price, ...plain }: BulkChange,
  currency: Currency,
): { values: ChangeValues; remarks: ChangeRemark[] } {
  const next = price && typeof now.price === 'number' ? formulaPrice(now.price, price, currency) : undefined
  const wanted = Object.entries({ ...plain, price: next }).filter(([, value]) => value !== undefined)
  const differing = wanted.filter(
    ([field, value]) => !(field === 'price' && value === null) && (now[field as keyof ChangeValues] ?? null) !== value,
  )
  const isOther = next === null
  const remarks: ChangeRemark[] = isOther
    ? [{ field: 'price', level: 'warning', words: `is in ${currency}, and the change in ${price?.amount?.currency}: it stays` }]
    : []
  return { values: Object.fromEntries(differing) as ChangeValues, remarks }
}
