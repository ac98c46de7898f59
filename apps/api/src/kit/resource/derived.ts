import { entryOf, fieldOf, fieldsOf, type Money, type NamedEndpoint, type Schema, takes } from '@larder/contract'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import type { AnyDeclaration, Endpoints } from './declaration.ts'

type Row = Readonly<Record<string, unknown>>
const none = z.object({})
type Keeping = (value: unknown, deed: unknown, draft: Row) => object | Promise<object>

/** A declaration with what it leaves out, which follows from the names of the contract's fields; what it says goes before. */
export function completed(contract: Endpoints, declared: Pick<AnyDeclaration, 'table'> & object): AnyDeclaration {
  const own = declared as Partial<AnyDeclaration> & Pick<AnyDeclaration, 'table'>
  const { table } = own
  const { cursor: _, limit: __, q: ___, count: ____, sort, ...cuts } = fieldsOf(contract.list?.shape.query ?? none)
  const sorts = (sort ? keysOf(sort) : []).filter((key) => !key.startsWith('-'))
  return {
    ...own,
    present: presenting(contract.get ?? contract.list, own.present),
    filters: { ...columnsOf(table, Object.keys(cuts)), ...own.filters },
    sorts: { ...columnsOf(table, sorts), ...(sorts.includes('createdAt') && { createdAt: `${table}.id` }), ...own.sorts },
    columns: own.columns === null || typeof own.columns === 'function' ? own.columns : keeping(contract, own.columns ?? {}),
  } as AnyDeclaration
}

function columnsOf(table: string, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [field, `${table}.${columnOf(field)}`]))
}

/** `displayName` as `display_name`. */
function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function presenting(endpoint: NamedEndpoint | undefined, own?: (row: Row, ctx: Context, beside: unknown) => Row) {
  const fields = Object.entries(endpoint ? fieldsOf(endpoint.shape.response) : {})
  const tellers = fields.map(([field, schema]) => [field, tellerOf(columnOf(field), schema)] as const)
  return (row: Row, ctx: Context, beside: unknown) => {
    const said = own?.(row, ctx, beside) ?? {}
    const told: Record<string, unknown> = {}
    for (const [field, tell] of tellers) {
      const value = field in said ? undefined : tell(row)
      if (value !== undefined) told[field] = value
    }
    return { ...told, ...said }
  }
}

function tellerOf(column: string, schema: Schema): (row: Row) => unknown {
  const [minor, id, name] = [`${column}_minor`, `${column}_id`, `${column}_name`]
  if (isAmount(schema)) return (row) => (minor in row ? amountOf(row[minor], row.currency) : row[column])
  if (!fieldOf(schema, 'id') || !fieldOf(schema, 'name')) return (row) => row[column]
  return (row) => (name in row ? nameOf(id in row ? row[id] : row[column], row[name]) : row[column])
}

function amountOf(minor: unknown, currency: unknown) {
  return minor === null ? null : { minor, currency }
}
function nameOf(id: unknown, name: unknown) {
  return id === null || name === null ? null : { id, name }
}

/** The values of a list of values that may be left out. */
function keysOf(schema: Schema): string[] {
  const { innerType } = schema._zod.def as { innerType?: Schema }
  return innerType ? keysOf(innerType) : [...(schema._zod.values ?? [])].map(String)
}

function isAmount(schema: Schema | undefined): boolean {
  return schema !== undefined && fieldOf(schema, 'minor') !== undefined && fieldOf(schema, 'currency') !== undefined
}

function isInParts(schema: Schema | undefined, value: unknown): boolean {
  if (!Array.isArray(value)) return typeof value === 'object' && value !== null && !isAmount(schema)
  const entry = schema && entryOf(schema)
  return entry !== undefined && ['object', 'record', 'union', 'array', 'tuple'].includes(entry._zod.def.type)
}

function keeping({ create, update }: Endpoints, own: Readonly<Record<string, Keeping | null>>) {
  const bodies = [create, update].flatMap((endpoint) => endpoint?.shape.body ?? [])
  return async (draft: Row, deed: unknown) => {
    const columns: Row = {}
    for (const [field, value] of Object.entries(draft)) {
      const keep = own[field] === undefined ? (kept: unknown) => asKept(bodies, field, kept) : own[field]
      if (value !== undefined && keep) Object.assign(columns, await keep(value, deed, draft))
    }
    return columns
  }
}

function asKept(bodies: readonly Schema[], field: string, value: unknown): Row {
  const [body = none] = bodies.filter((each) => fieldOf(each, field))
  const column = columnOf(field)
  const schema = fieldOf(body, field)
  // Goes in as text: the driver would write a plain list as a list of PostgreSQL's.
  if (isInParts(schema, value)) return { [column]: JSON.stringify(value) }
  if (!isAmount(schema)) return { [column]: value === '' && takes(body, field, null) ? null : value }
  const { minor, currency } = value as Money
  return { [`${column}_minor`]: minor, currency }
}
