import type { Range, Schema } from '@larder/contract'
import type { ReactNode, Ref } from 'react'

/** What an input is given: the value as the draft holds it, and how it tells a change. */
export interface FieldInputProps {
  id: string
  name: string
  label: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  ref: Ref<HTMLElement>
  isInvalid: boolean
  /** Ids of the help and error texts. */
  describedBy: string | undefined
  disabled: boolean
  /** What the contract allows: a number's value, a text's characters, a list's entries. Absent outside of a form over a contract. */
  range?: Range
  /** The contract's schema of the value, for an input of several parts. */
  schema?: Schema | undefined
  /** What is wrong with parts of the value, by the path below the field: `1.fee`. */
  problems?: Problems
  /** What this is a part of, for the names of its parts: "special day 2". */
  owner?: string
  /** Its label stands elsewhere on screen: it is said to screen readers alone. */
  isLabelElsewhere?: boolean
}

/** Words by path below a field; '' is the field as a whole. */
export type Problems = Readonly<Record<string, string>>

/** A draft that may have a value under this key. */
export type Having<K extends string, V> = { [P in K]?: V | null }

/** One field of a form. A `Field<D>` fits every draft that has what D names. */
export interface Field<in D> {
  key: string
  label: string
  help?: string
  /** The help of a field without its own, from what the contract allows. */
  rangeHelp?: (range: Range) => string | undefined
  /** The value in a draft. */
  read: (draft: D) => unknown
  /** The value in words, for the save bar and "who changed what". */
  show: (value: unknown) => string
  /** The value to be read, where words can't say it: a name for an id, an area on the map. */
  view?: (value: unknown) => ReactNode
  input: (props: FieldInputProps) => ReactNode
  /** The value of what was pasted as text; the text itself where there is none. `currency` is that of an amount without one. */
  parse?: (text: string, currency: string) => unknown
  /** Never kept in the browser, not even while it is typed. */
  isSecret?: true
  /** It means what it does at this moment alone ("for one hour"): not kept either. */
  isFleeting?: true
  /** One of a few: no words of one's own. */
  isChoice?: true
  /** A list that is told as one thing, such as a week's hours; of others it is told what was added and removed. */
  isWhole?: true
  /** The input names itself (a switch): no label above it. */
  isSelfLabelled?: true
  /** The input has parts and says itself what is wrong with each. */
  isParted?: true
  /** Too broad for a cell beside others: in a line it stands below them. */
  isBroad?: true
  /** What a part is called, by its path below the field: "Fee of tier 2". `owner` is what the value itself is a part of. */
  partName?: (path: readonly string[], value: unknown, owner?: string) => string
}

type DraftOf<F> = F extends Field<infer D> ? (draft: D) => void : never
/** What a draft must name for all of these fields; required, so that a key it lacks is an error. */
type All<F> = DraftOf<F> extends (draft: infer D) => void ? Required<D> : never

/** Fields that belong together: a card of the form. */
export interface Group<in D> {
  title: string
  help?: string
  fields: readonly Field<D>[]
}

/** A card of a form with its fields in order. */
export function group<const F extends readonly Field<never>[]>(title: string, fields: F, help?: string): Group<All<F[number]>> {
  // Each field fits a draft that has what all of them name; the compiler can't follow that through the list.
  return { title, fields: fields as unknown as readonly Field<All<F[number]>>[], ...(help !== undefined && { help }) }
}

/** Every field of the groups, in order. */
export function fieldsOf<D>(groups: readonly Group<D>[]): Field<D>[] {
  return groups.flatMap(({ fields }) => [...fields])
}

/** A path such as `hours.0.opens` belongs to the field whose key it starts with. */
export function fieldAt<D>(fields: readonly Field<D>[], path: string): Field<D> | undefined {
  return fields.find(({ key }) => path === key || path.startsWith(`${key}.`))
}
