import {
  type Contract,
  cellOf,
  headOf,
  type ImportField,
  type ImportRow,
  idHead,
  importFieldsOf,
  type NamedEndpoint,
  whyHead,
} from '@larder/contract'
import { Refusal } from '../errors.ts'
import { columnsOf, type FileColumn } from '../export/columns.ts'

/** Where in a file's rows each thing stands; -1 = nowhere. */
export interface Layout {
  id: number
  fields: readonly PlacedField[]
  /** Heads of columns that an export has and nobody sets. */
  ignored: readonly string[]
  /** What of a list's rows an export writes under a head. */
  exported: ReadonlyMap<string, FileColumn>
  /** What a new record needs and no cell can say. */
  unsaid: readonly string[]
  /** All that a file could set. */
  all: readonly ImportField[]
  /** Heads of what a new record needs and that no column says. */
  missing: readonly string[]
}

export interface PlacedField extends ImportField {
  at: number
  alsoAt: number
}

const keyOf = (head: string) => head.trim().toLowerCase()

/** Finds the columns of a list in a file's heads, by the words of an export or the fields' keys. 422 naming each that is unknown or there twice. */
export function layoutOf(contract: Contract, heads: readonly string[], zone: string): Layout {
  const { fields, unsaid } = importFieldsOf(contract)
  const columns = columnsOf(contract.list as NamedEndpoint, zone)
  const keys = heads.map(keyOf)
  const find = (...words: (string | null)[]) => keys.findIndex((key) => words.some((word) => word !== null && keyOf(word) === key))
  const placed = fields.map((field) => {
    const isRecord = field.form === 'record'
    return { ...field, at: find(field.head, isRecord ? null : field.key), alsoAt: find(field.also, isRecord ? field.key : null) }
  })
  const layout = { id: find(idHead), fields: placed.filter(({ form, at, alsoAt }) => at >= 0 || (form === 'record' && alsoAt >= 0)) }
  const known = new Set([layout.id, ...layout.fields.flatMap(({ at, alsoAt }) => [at, alsoAt])])
  const others = heads.map((head, at) => ({ head: head.trim(), at })).filter(({ at }) => !known.has(at))
  const written = new Set([...columns.map(({ head }) => keyOf(head)), keyOf(whyHead)])
  const wrong = others.filter((other) => !written.has(keyOf(other.head)) || keys.indexOf(keyOf(other.head)) !== other.at)
  if (wrong.length > 0)
    refuseColumns(
      fields,
      wrong.map(({ head, at }) => [head || `Column ${at + 1}`, whyWrong(keys, at)]),
    )
  const missing = placed.filter((field) => field.isRequired && !layout.fields.includes(field))
  return {
    ...layout,
    ignored: others.map(({ head }) => head),
    exported: new Map(columns.map((column) => [column.head, column])),
    unsaid,
    all: fields,
    missing: missing.map(({ head }) => head),
  }
}

function whyWrong(keys: readonly string[], at: number): string {
  if (keys[at] === '') return 'has no head'
  return keys.indexOf(keys[at] ?? '') === at ? 'is no column of this list' : 'stands there twice'
}

/** Always throws 422 `wrong-columns`: what is wrong with which, and which there are. */
export function refuseColumns(fields: readonly ImportField[], wrong: readonly (readonly [head: string, why: string])[]): never {
  const known = [...fields.flatMap(({ head, also }) => (also === null ? [head] : [head, also])), idHead]
  const told = wrong.map(([head, why]) => `"${head}" ${why}`).join('; ')
  throw new Refusal('invalid', {
    reason: 'wrong-columns',
    message: `${told}. The columns are ${known.join(', ')}.`,
    fields: Object.fromEntries(wrong.map(([head, why]) => [`body.${head}`, why])),
  })
}

/** What is wrong at a path within a field: of a cell of several parts it says which. */
export function wordsAt({ schema }: Pick<ImportField, 'schema'>, path: string, why: string): string {
  const part = cellOf(schema)?.part
  const [at = ''] = path.split('.')
  return part !== undefined && /^\d+$/.test(at) ? `${part} ${Number(at) + 1} ${why}` : why
}

/** What is wrong, by the column of a field of the input and its dotted path. */
export function problemAt(fields: readonly ImportField[], path: string, why: string): ImportRow['problems'][number] {
  const [key = '', ...within] = path.replace(/^body\./, '').split('.')
  const field = fields.find((each) => each.key === key)
  return { column: columnAt(fields, path), why: field ? wordsAt(field, within.join('.'), why) : why }
}

/** The column that a field of the input stands in, by its dotted path: `body.deposit.currency` in "Deposit currency". */
export function columnAt(fields: readonly ImportField[], path: string): string {
  const [key = '', part] = path.replace(/^body\./, '').split('.')
  const field = fields.find((each) => each.key === key)
  if (!field) return headOf(key)
  return part === 'currency' && field.also ? field.also : field.head
}
