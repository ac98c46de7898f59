import { entityOf, innerOf, isPhone, LocalDate, LocalTime, labelsOf, type Money, type Schema } from '@larder/contract'
import {
  type AnyFacts,
  bodyFields,
  type FactsOf,
  type FieldFacts,
  type IsChoice,
  type ReferenceKeyOf,
  type Source,
  type Sources,
  sourceOf,
} from '../field-facts.ts'
import type { DraftOf, ResourceContract } from '../resource/define.ts'
import { wordsOf } from '../words.ts'
import { referenceField, selectField } from './choice-fields.tsx'
import type { Field } from './field.ts'
import { dayField, moneyField, numberField, percentField, phoneField, switchField, textField, timeField } from './fields.tsx'
import { optionsOf } from './options.ts'

type Typed = string | number | boolean | Money | null | undefined
/** What an input takes by its kind alone: not a choice, nor a yes or no, that may be none. What none means is said, with `none` of `selectField`. */
type IsPlain<V> = [V] extends [Typed] ? (null extends V ? (IsChoice<V> extends true ? false : true) : true) : false
/** Fields of a draft that are plain, and those of other records of which it is said whence they come. */
type InputKeyOf<C extends ResourceContract, S, D = DraftOf<C>> = {
  [K in keyof D & string]: K extends ReferenceKeyOf<C> ? K & keyof S : IsPlain<D[K]> extends true ? K : never
}[keyof D & string]

/** Fields of a form out of the contract, by their keys: what each is typed into follows from its schema. What `facts` say of a field goes for all of them. */
export function inputsOf<C extends ResourceContract, const S extends Sources<string>>(contract: C, facts: FactsOf<DraftOf<C>>, sources: S) {
  const fields = { ...bodyFields(contract.update), ...bodyFields(contract.create) }
  return <const K extends InputKeyOf<C, S>>(...keys: readonly K[]): Field<Pick<DraftOf<C>, K>>[] =>
    keys.map((key) => inputOf(key, fields[key], (facts as AnyFacts)[key] ?? {}, sourceOf(key, fields[key], sources[key])) as Field<unknown>)
}

function inputOf(key: string, field: Schema | undefined, { label, help, multiline }: FieldFacts, source?: Source): Field<never> {
  if (!field) throw new Error(`there is no field ${key} to type`)
  const options = { ...(label && { label }), ...(help && { help }) }
  const schema = innerOf(field)
  const [labels, { type }] = [labelsOf(schema), schema._zod.def]
  if (source) return referenceField(key, { label: wordsOf(key.replace(/Id$/, '')), ...options, ...source })
  if (entityOf(field)) throw new Error(`${key} has no source`)
  if (labels) return selectField(key, { ...options, options: optionsOf(labels) })
  if (schema === LocalDate) return dayField(key, options)
  if (schema === LocalTime) return timeField(key, options)
  if (type === 'object') return moneyField(key, options)
  if (type === 'boolean') return switchField(key, options)
  if (type === 'number') return key.endsWith('Ppm') ? percentField(key, options) : numberField(key, options)
  if (isPhone(schema)) return phoneField(key, options)
  return textField(key, { ...options, ...(multiline && { multiline }) })
}
