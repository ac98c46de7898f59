import {
  cellOf,
  describeHours,
  fieldLabel,
  fieldsOf,
  headOf,
  Instant,
  idHead,
  innerOf,
  LocalDate,
  type Money,
  moneyDecimal,
  type NamedEndpoint,
  OpeningHours,
  OrderStatus,
  type Schema,
  valueWords,
  wallClockAt,
} from '@larder/contract'
import * as z from 'zod/mini'

/** A value of a file: a text as it is, a number, a decimal that keeps its zeros, a day (`2026-11-22`) or what clocks show (`2026-11-22 13:05:00`). */
export type Cell = string | number | { decimal: string } | { day: string } | { clock: string } | null

/** One column of a file: its head, and what a row of the list has there. */
export interface FileColumn {
  head: string
  /** What a workbook has to be told of its numbers. */
  form?: 'day' | 'clock'
  cell(row: Record<string, unknown>): Cell
}

/** Of use to programs on the wire alone. */
const technical = new Set(['allowed', 'version', 'imageId', 'limits'])
type Say = (value: unknown) => Cell
type Labels = Readonly<Record<string, string>>

/**
 * The columns of a list's file, out of the contract: every field of its rows that can be said in a cell, in the contract's order, by the
 * contract's words, statuses of orders by the installation's; the id comes last. An amount is a decimal with its currency beside it, a moment is as clocks of `zone` show it.
 * Where a row is one entry of `each` (`entriesOf`), its fields stand there instead, and no amount of the whole.
 */
export function columnsOf(list: NamedEndpoint, zone: string, statusLabels: Labels = {}, each?: string): FileColumn[] {
  const { id: _, ...fields } = each ? withEntry(fieldsOf(list.shape.response), each) : fieldsOf(list.shape.response)
  const told = Object.entries(fields).filter(([key]) => !technical.has(key))
  const columnsOfOne = (key: string, schema: Schema) =>
    schema === OrderStatus
      ? [plain(key, fieldLabel(key).label, (value) => statusLabels[String(value)] ?? String(value))]
      : columnsOfField(key, schema, zone)
  return [...told.flatMap(([key, schema]) => columnsOfOne(key, innerOf(schema))), plain('id', idHead, String)]
}

function withEntry(fields: Readonly<Record<string, Schema>>, each: string): Record<string, Schema> {
  const whole = Object.entries(fields).filter(([key, schema]) => key !== each && !isMoney(innerOf(schema)))
  const list = innerOf(fields[each] as Schema) as z.core.$ZodArray
  return { ...Object.fromEntries(whole), ...fieldsOf(innerOf(list._zod.def.element as Schema)) }
}

/** A row of a list as one for each entry of its list `each`. */
export function entriesOf(row: Record<string, unknown>, each: string): Record<string, unknown>[] {
  return (row[each] as object[]).map((entry) => ({ ...row, ...entry }))
}

function columnsOfField(key: string, schema: Schema, zone: string): FileColumn[] {
  const head = headOf(key)
  if (isMoney(schema)) {
    const amount = (row: Record<string, unknown>) => row[key] as Money | null | undefined
    return [
      { head, cell: (row) => decimalOf(amount(row)) },
      { head: `${head} currency`, cell: (row) => amount(row)?.currency ?? null },
    ]
  }
  if (schema === Instant) {
    const clock = plain(key, `${head} (${zone})`, (value) => ({ clock: wallClockAt(String(value), zone) }))
    return [{ ...clock, form: 'clock' }]
  }
  if (schema === LocalDate) return [{ ...plain(key, head, (value) => ({ day: String(value) })), form: 'day' }]
  const say = sayField(key, schema)
  return say ? [plain(key, head, say)] : []
}

/** How a value is said of a field whose key may say what it is counted in. */
function sayField(key: string, schema: Schema): Say | null {
  if (key.endsWith('Ppm')) return (value) => ({ decimal: String(Number(value) / 10_000) })
  return key.endsWith('Tenths') ? (value) => ({ decimal: (Number(value) / 10).toFixed(1) }) : sayOf(schema)
}

/** How a value of this shape is said in one cell; null where it can't be: the outline of an area. */
function sayOf(schema: Schema): Say | null {
  const cell = cellOf(schema)
  if (cell) return (value) => cell.write(value)
  if (schema === OpeningHours) return (value) => describeHours(value as OpeningHours, (time) => time)
  const words = valueWords(schema)
  if (words) return (value) => words[String(value)] ?? String(value)
  if (schema instanceof z.core.$ZodNumber) return Number
  if (schema instanceof z.core.$ZodBoolean) return (value) => (value ? 'Yes' : 'No')
  if (schema instanceof z.core.$ZodArray) {
    const one = innerOf(schema._zod.def.element as Schema)
    const say = isPoint(one) ? null : sayOf(one)
    return say && ((value) => (value as unknown[]).map((each) => textOf(say(each))).join('; '))
  }
  // What ids are called is of use to programs that show them.
  if (schema instanceof z.core.$ZodRecord) return null
  if (schema instanceof z.core.$ZodUnknown) return (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return schema instanceof z.core.$ZodObject ? sayObject(schema) : (value) => String(value)
}

function sayObject(schema: z.core.$ZodObject): Say {
  const fields = fieldsOf(schema)
  if (isMoney(schema)) return (value) => `${moneyDecimal(value as Money)} ${(value as Money).currency}`
  if (isPoint(schema)) return (value) => `${(value as { lat: number }).lat}, ${(value as { lng: number }).lng}`
  if ('name' in fields) return (value) => String((value as { name: unknown }).name)
  if ('number' in fields && 'id' in fields) return (value) => String((value as { number: unknown }).number)
  const parts = Object.entries(fields).flatMap(([key, field]) => {
    const say = sayField(key, innerOf(field))
    return say ? [[key, say] as const] : []
  })
  return (value) =>
    parts
      .map(([key, say]) => [key, (value as Record<string, unknown>)[key], say] as const)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([key, part, say]) => {
        const { label, unit } = fieldLabel(key)
        return `${label.toLowerCase()} ${textOf(say(part))}${unit ? ` ${unit}` : ''}`
      })
      .join(', ')
}

function plain(key: string, head: string, say: Say): FileColumn {
  return { head, cell: ({ [key]: value }) => (value === null || value === undefined ? null : say(value)) }
}

function decimalOf(amount: Money | null | undefined): Cell {
  return amount ? { decimal: moneyDecimal(amount) } : null
}

/** A cell as text, without any guard. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'object' ? String(Object.values(cell)[0]) : String(cell)
}

function isMoney(schema: Schema): boolean {
  const fields = fieldsOf(schema)
  return 'minor' in fields && 'currency' in fields
}

function isPoint(schema: Schema): boolean {
  const fields = fieldsOf(schema)
  return 'lat' in fields && 'lng' in fields
}
