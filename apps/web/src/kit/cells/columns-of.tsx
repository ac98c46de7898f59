import { entityOf, fieldOf, Instant, innerOf, isPhone, LocalDate, labelsOf, type Money, type Schema } from '@larder/contract'
import { type AnyFacts, type FactsOf, type FieldFacts, type IsId, queryFields, responseFields, sortsOf } from '../field-facts.ts'
import type { RecordOf, ResourceContract } from '../resource/define.ts'
import { wordsOf } from '../words.ts'
import {
  boolean,
  type Column,
  type ColumnOptions,
  custom,
  day,
  instant,
  money,
  mono,
  number,
  percent,
  phone,
  reference,
  status,
  text,
} from './columns.tsx'
import { styleStatuses } from './status-style.tsx'

interface Named {
  id: string
  name: string
}
type Shown = string | number | boolean | Money | Named | null | undefined
/** Fields of a record that a cell can show by their kind alone: not the id of another one, which says nothing to people. */
export type ColumnKeyOf<R> = { [K in keyof R & string]: R[K] extends Shown ? (IsId<R[K]> extends true ? never : K) : never }[keyof R &
  string]

/**
 * Columns of a list and facts of a record out of the contract, by their fields: how each is shown follows from its schema, whether the list can be
 * sorted by it from its sorts. What `facts` say of a field goes for all of them.
 */
export function columnsOf<C extends ResourceContract>(contract: C, facts: FactsOf<RecordOf<C>> = {}) {
  // What a list is cut by says of which entity a name is, too.
  const fields = { ...queryFields(contract.list), ...responseFields(contract.get ?? contract.list) }
  const sorts = sortsOf(contract.list)
  return <const K extends ColumnKeyOf<RecordOf<C>>>(...keys: readonly K[]): Column<Pick<RecordOf<C>, K>>[] =>
    keys.map((key) => {
      const { label, width, ...more } = (facts as AnyFacts)[key] ?? {}
      const options = { ...(label && { label }), ...(width && { width }), ...(sorts.includes(key) && { sort: key }) }
      // How it is shown is chosen by the schema of the very field, which the compiler does not see.
      return columnOf(key, fields, options, more) as Column<unknown>
    })
}

function columnOf(key: string, fields: Readonly<Record<string, Schema>>, options: ColumnOptions, facts: FieldFacts): Column<never> {
  const schema = fields[key] && innerOf(fields[key])
  const labels = schema && labelsOf(schema)
  if (!schema) throw new Error(`there is no field ${key} to show`)
  const { type } = schema._zod.def
  if (labels) return facts.tones ? status(key, styleStatuses(labels, facts.tones), options) : choice(key, labels, options)
  if (schema === Instant) return instant(key, options)
  if (schema === LocalDate) return day(key, options)
  if (type === 'object') return fieldOf(schema, 'minor') ? money(key, options) : named(key, fields, options)
  if (type === 'boolean') return boolean(key, options)
  if (type === 'number') return key.endsWith('Ppm') ? percent(key, options) : number(key, options)
  if (isPhone(schema)) return phone(key, options)
  return facts.isCode ? mono(key, options) : text(key, options)
}

function choice(key: string, labels: Readonly<Record<string, string>>, { label = wordsOf(key), ...options }: ColumnOptions) {
  const said = (row: Readonly<Record<string, string | null>>) => labels[row[key] ?? ''] ?? ''
  return custom(key, label, (row: Readonly<Record<string, string | null>>) => said(row) || '–', { ...options, text: said })
}

/** Another record: a link to it where the row has its id by its entity. */
function named(key: string, fields: Readonly<Record<string, Schema>>, options: ColumnOptions) {
  const id = fields[`${key}Id`]
  const entity = id && entityOf(id)
  if (entity) return reference(key, entity, options)
  const { label = wordsOf(key), ...rest } = options
  const said = (row: Readonly<Record<string, Named | null>>) => row[key]?.name ?? ''
  return custom(key, label, (row: Readonly<Record<string, Named | null>>) => said(row) || '–', { ...rest, text: said })
}
