import { entityOf, innerOf, isPhone, LocalDate, LocalTime, labelsOf, type Money, type Schema } from '@larder/contract'
import { type AnyFacts, type FactsOf, type FieldFacts, type NamingOf, type Source, type Sources, takenBy } from '../field-facts.ts'
import type { DraftOf, ResourceContract } from '../resource/define.ts'
import { wordsOf } from '../words.ts'
import { referenceField, selectField } from './choice-fields.tsx'
import type { Field } from './field.ts'
import { dayField, moneyField, numberField, percentField, phoneField, switchField, textField, timeField } from './fields.tsx'
import { optionsOf } from './options.ts'

type Typed = string | number | boolean | Money | null | undefined
/** Fields of a draft that an input takes by their kind alone; another record only where it is said whence it comes. */
type TakingOf<C extends ResourceContract, S, D = DraftOf<C>> = {
  [K in keyof D & string]: D[K] extends Typed ? (K extends NamingOf<C> ? K & keyof S : K) : never
}[keyof D & string]

/** Fields of a form out of the contract, by their keys: what each is typed into follows from its schema. What `facts` say of a field goes for all of them. */
export function inputsOf<C extends ResourceContract, const S extends Sources<string>>(contract: C, facts: FactsOf<DraftOf<C>>, sources: S) {
  const fields = { ...takenBy(contract.update), ...takenBy(contract.create) }
  return <const K extends TakingOf<C, S>>(...keys: readonly K[]): Field<Pick<DraftOf<C>, K>>[] =>
    keys.map((key) => inputOf(key, fields[key], (facts as AnyFacts)[key] ?? {}, sources[key]) as Field<unknown>)
}

function inputOf(key: string, field: Schema | undefined, { label, help, multiline }: FieldFacts, source?: Source): Field<never> {
  if (!field) throw new Error(`no such field to type: ${key}`)
  const options = { ...(label && { label }), ...(help && { help }) }
  const schema = innerOf(field)
  const [labels, { type }] = [labelsOf(schema), schema._zod.def]
  if (source) return referenceField(key, { label: wordsOf(key.replace(/Id$/, '')), ...options, ...source })
  if (entityOf(field)) throw new Error(`nobody says whence ${key} comes`)
  if (labels) return selectField(key, { ...options, options: optionsOf(labels) })
  if (schema === LocalDate) return dayField(key, options)
  if (schema === LocalTime) return timeField(key, options)
  if (type === 'object') return moneyField(key, options)
  if (type === 'boolean') return switchField(key, options)
  if (type === 'number') return key.endsWith('Ppm') ? percentField(key, options) : numberField(key, options)
  if (isPhone(schema)) return phoneField(key, options)
  return textField(key, { ...options, ...(multiline && { multiline }) })
}
