import * as z from 'zod/mini'
import type { Contract, NamedEndpoint, Schema } from './endpoint.ts'
import { fieldLabel } from './fields.ts'
import type { ImportEndpoints } from './imports.ts'
import { fieldsOf } from './masked.ts'
import { innerOf } from './range.ts'
import { cellOf } from './values/cell.ts'
import { labelsOf } from './values/collection.ts'
import { Point } from './values/geo.ts'
import { entityOf } from './values/id.ts'
import { Instant } from './values/instant.ts'
import { Vertical, verticals } from './verticals.ts'

/** How a value stands in the cells of a file. */
export type ImportForm = 'text' | 'words' | 'flag' | 'number' | 'amount' | 'point' | 'record' | 'cell'

/** A field of a list that a file can set, with the heads of the columns that say it. */
export interface ImportField {
  key: string
  form: ImportForm
  /** Of the value itself, without what makes it optional. */
  schema: Schema
  /** The column that says it: "Capacity (g)", "Deposit", "Area". */
  head: string
  /** A second one: the currency of an amount, the id of a record whose name may be another's as well. */
  also: string | null
  /** A new record cannot be without it. */
  isRequired: boolean
  /** A new record may leave it out. */
  isOptional: boolean
  isNullable: boolean
  /** Only a creation sets it. */
  isOnce: boolean
  /** What its cells say, for whoever fills them in. */
  takes: string
}

/** What a file can set of a list's records. */
export interface ImportFields {
  fields: readonly ImportField[]
  /** What a new record needs and no cell can say, such as an outline: new ones are then made on the screen alone. */
  unsaid: readonly string[]
}

/** The column of a record's id, which is how a file that was exported finds it again. */
export const idHead = 'ID'
/** The column that says of a refused row why; a mended file may still have it. */
export const whyHead = 'Why'

/** What a field is called at the head of a column: "Capacity (g)". */
export function headOf(key: string): string {
  const { label, unit } = fieldLabel(key)
  return unit ? `${label} (${unit})` : label
}

/** The columns of a list that is imported, out of what a creation and a change of one take. */
export function importFieldsOf({ create, update }: Contract): ImportFields {
  const made = create?.shape.body ? fieldsOf(create.shape.body) : {}
  const { version: _, ...changed } = update?.shape.body ? fieldsOf(update.shape.body) : {}
  const all = Object.entries({ ...changed, ...made }).filter(([, schema]) => entityOf(schema) !== 'file')
  const fields = all.flatMap(([key, schema]) => {
    const own = innerOf(schema)
    const form = formOf(own)
    if (!form) return []
    const [isNullable, isOptional] = [accepts(schema, null), key in made && accepts(schema, undefined)]
    const isRequired = key in made && !isNullable && !isOptional
    const isOnce = !(key in changed)
    return [{ key, form, schema: own, ...headsOf(key, form), isRequired, isOptional, isNullable, isOnce, takes: takesOf(form, own, key) }]
  })
  const unsaid = all.filter(([key, schema]) => key in made && !accepts(schema, undefined) && !formOf(innerOf(schema)))
  return { fields, unsaid: unsaid.map(([key]) => headOf(key)) }
}

/** The words of each value that one of a list can have; null of what is no such list. */
export function valueWords(schema: Schema): Readonly<Record<string, string>> | null {
  if (schema === Vertical) return Object.fromEntries(Object.entries(verticals).map(([key, { label }]) => [key, label]))
  const labels = labelsOf(schema)
  if (labels) return labels
  if (!(schema instanceof z.core.$ZodEnum)) return null
  return Object.fromEntries(Object.values(schema._zod.def.entries).map((value) => [String(value), fieldLabel(String(value)).label]))
}

function formOf(schema: Schema): ImportForm | null {
  if (entityOf(schema)) return 'record'
  if (cellOf(schema)) return 'cell'
  if (valueWords(schema)) return 'words'
  if (schema === Point) return 'point'
  if (schema === Instant) return null
  if (schema instanceof z.core.$ZodBoolean) return 'flag'
  if (schema instanceof z.core.$ZodNumber) return 'number'
  if (schema instanceof z.core.$ZodString) return 'text'
  return 'minor' in fieldsOf(schema) ? 'amount' : null
}

function headsOf(key: string, form: ImportForm): Pick<ImportField, 'head' | 'also'> {
  if (form === 'record') return { head: headOf(key.replace(/Id$/, '')), also: headOf(key) }
  return { head: headOf(key), also: form === 'amount' ? `${headOf(key)} currency` : null }
}

function accepts(schema: Schema, value: unknown): boolean {
  return z.safeParse(schema, value).success
}

function takesOf(form: ImportForm, schema: Schema, key: string): string {
  if (form === 'words') return Object.values(valueWords(schema) ?? {}).join(', ')
  if (form === 'cell') return cellOf(schema)?.takes ?? ''
  if (form === 'record') return `The name of the ${headOf(key.replace(/Id$/, '')).toLowerCase()}`
  return { text: 'Text', flag: 'Yes or No', number: 'A number', amount: 'An amount, such as 1250.50', point: 'Latitude, longitude' }[form]
}

/** The endpoints by which a list is read from files; null of one that no file is read into. */
export function importEndpointsOf(contract: { readonly [K in keyof ImportEndpoints]?: NamedEndpoint }): ImportEndpoints | null {
  const { checkImport, import: begin } = contract
  return checkImport && begin ? { checkImport, import: begin } : null
}
