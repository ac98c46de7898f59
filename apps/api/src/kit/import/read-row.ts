import { cellOf, describeIssues, type ImportRow, idHead, isPhone, type Money } from '@larder/contract'
import * as z from 'zod/mini'
import { type Cell, textOf } from '../export/columns.ts'
import { inertText } from '../export/csv.ts'
import { e164Of, noPhone } from '../phone/phone.ts'
import { type Layout, type PlacedField, wordsAt } from './layout.ts'
import { type CellValue, readCell } from './read-cell.ts'
import type { FindReference } from './references.ts'

export type Values = Record<string, unknown>
export type Problem = ImportRow['problems'][number]
export type Difference = ImportRow['changes'][number]

/** What is said of a cell that names another one than the page that its file was read on. */
const otherPage = 'is not that of this page'

/** With what the rows of a file are read. */
export interface Reading {
  layout: Layout
  /** Of amounts that say none. */
  currency: string
  /** Of phones that say none. */
  callingCode: string
  references: ReadonlyMap<string, FindReference>
  /** What of every row the page around the list says. */
  fixed: Values
}

/** What a row says of a record's fields. */
export interface RowValues {
  values: Values
  changes: Difference[]
  problems: Problem[]
}

/** What a row says of a record that is not there yet. */
export function readNew(reading: Reading, cells: readonly string[]): RowValues {
  const said: RowValues = { values: {}, changes: [], problems: [] }
  for (const field of reading.layout.fields) {
    if (isLeftToPage(reading, field, cells)) continue
    const read = readField(reading, field, cells, undefined)
    if ('problem' in read) said.problems.push({ column: read.column ?? field.head, why: read.problem })
    else if (isElsewhere(reading, field, read.value)) said.problems.push({ column: field.head, why: otherPage })
    else if (read.value !== undefined) said.values[field.key] = read.value
    for (const [column, text] of cellsOf(field, cells)) if (text.trim() !== '') said.changes.push({ column, old: null, new: text.trim() })
  }
  for (const { key, isNullable, isOptional } of reading.layout.all) if (isNullable && !isOptional) said.values[key] ??= null
  return { ...said, values: { ...said.values, ...reading.fixed } }
}

/**
 * What a row says otherwise than the record that it is of, as whoever sends the file reads it. A cell that holds what an export writes there
 * now says nothing new, nor one that holds what an export of somebody does who sees nothing whole: `masked` is the record as they read it.
 */
export function readChanged(reading: Reading, cells: readonly string[], shown: Values, masked: Values = shown): RowValues {
  const said: RowValues = { values: {}, changes: [], problems: [] }
  for (const field of reading.layout.fields) {
    const now = (column: string, of = shown) => reading.layout.exported.get(column)?.cell(of) ?? null
    const differing = cellsOf(field, cells).filter(([column, text]) => ![shown, masked].some((of) => saysSame(text, now(column, of))))
    if (differing.length === 0 || isLeftToPage(reading, field, cells)) continue
    const current = shown[field.key] ?? null
    const read = readField(reading, field, cells, current)
    if ('problem' in read) said.problems.push({ column: read.column ?? field.head, why: read.problem })
    else if (isElsewhere(reading, field, read.value)) said.problems.push({ column: field.head, why: otherPage })
    else if (read.value !== undefined && !isSame(field, read.value, current)) {
      said.values[field.key] = read.value
      said.changes.push(...differing.map(([column, text]) => ({ column, old: textOf(now(column)) || null, new: text.trim() || null })))
    }
  }
  const other = Object.keys(reading.fixed).find((key) => shown[key] !== reading.fixed[key])
  const column = reading.layout.fields.find(({ key }) => key === other)?.head ?? idHead
  if (other && said.problems.length === 0) said.problems.push({ column, why: otherPage })
  return said
}

/** Whether a row says nothing of what the page around the list says of all. */
function isLeftToPage({ fixed }: Reading, field: PlacedField, cells: readonly string[]): boolean {
  return field.key in fixed && cellsOf(field, cells).every(([, text]) => text.trim() === '')
}

function isElsewhere({ fixed }: Reading, { key }: PlacedField, value: unknown): boolean {
  return key in fixed && fixed[key] !== value
}

/** What a record keeps of several parts is the same where a file says it alike. */
function isSame({ schema }: PlacedField, value: unknown, current: unknown): boolean {
  const say = cellOf(schema)?.write ?? JSON.stringify
  return current === null ? value === null : say(value) === say(current)
}

function cellsOf({ head, also, at, alsoAt }: PlacedField, cells: readonly string[]): [column: string, text: string][] {
  const placed: [string | null, number][] = [
    [head, at],
    [also, alsoAt],
  ]
  return placed.flatMap(([column, place]) => (column !== null && place >= 0 ? [[column, cells[place] ?? '']] : []))
}

function saysSame(text: string, exported: Cell): boolean {
  const written = textOf(exported)
  if (typeof exported === 'string') return text.trim() === inertText(exported).trim() || text === written
  return text.trim() === written || (written !== '' && text.trim() !== '' && Number(text) === Number(written))
}

function readField(
  { references, currency, callingCode }: Reading,
  field: PlacedField,
  cells: readonly string[],
  current: unknown,
): CellValue {
  const [cell = '', beside = ''] = [cells[field.at], cells[field.alsoAt]]
  const own = (current as Money | null | undefined)?.currency
  const read = references.get(field.key)?.(cell, beside, current) ?? readCell(field, cell, beside, own ?? currency)
  if ('problem' in read) return read
  if (read.value === null && field.isNullable) return read
  if (read.value === null) return field.isOptional ? { value: undefined } : { problem: 'is required' }
  const parsed = z.core.safeParse(field.schema, read.value, { reportInput: true })
  if (parsed.success && typeof parsed.data === 'string' && isPhone(field.schema)) {
    const value = e164Of(parsed.data, callingCode)
    return value === null ? { problem: noPhone } : { value }
  }
  if (parsed.success) return { value: parsed.data }
  const [[path, problem] = ['', 'is not valid']] = Object.entries(describeIssues(parsed.error.issues))
  return { problem: wordsAt(field, path, problem), ...(path === 'currency' && field.also && { column: field.also }) }
}
