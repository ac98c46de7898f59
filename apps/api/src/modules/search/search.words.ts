import { fieldsOf, isPhone, labelsOf, type Money, OrderStatus, type Schema } from '@larder/contract'
import { format } from '#kit/format.ts'

export type Row = Readonly<Record<string, unknown>>

/** What a record is called by, the first that it has. */
const names = ['name', 'label', 'title', 'number', 'code'] as const
/** What tells it from others, in the order in which it is told. */
const facts = ['status', 'number', 'code', 'role', 'email', 'phone', 'store', 'area', 'branch', 'kind', 'customerName', 'total'] as const
const mostFacts = 4

/** The field that its records are called by; none of what has no name. */
export function namedBy(shape: Schema): string | undefined {
  const fields = fieldsOf(shape)
  return names.find((name) => name in fields)
}

export function labelOf(shape: Schema, row: Row): string {
  return String(row[namedBy(shape) ?? 'id'])
}

export function hintOf(shape: Schema, row: Row, labels: ReadonlyMap<OrderStatus, string>): string {
  const fields = fieldsOf(shape)
  const told = facts.filter((fact) => fact !== namedBy(shape)).map((fact) => say(fields[fact], row[fact], labels))
  return told.filter(Boolean).slice(0, mostFacts).join(', ')
}

function say(schema: Schema | undefined, value: unknown, labels: ReadonlyMap<OrderStatus, string>): string | null {
  if (!schema || value === null || value === undefined) return null
  if (typeof value === 'object') return 'minor' in value ? format().money(value as Money) : nameOf(value)
  const text = String(value)
  if (schema === OrderStatus) return labels.get(text as OrderStatus) ?? text
  return isPhone(schema) ? text : (labelsOf(schema)?.[text] ?? text)
}

function nameOf(value: object): string | null {
  return 'name' in value ? String(value.name) : null
}
