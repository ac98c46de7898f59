import { entityOf, fieldsOf, innerOf, type NamedEndpoint, type Parsed, type Schema } from '@larder/contract'
import type { StatusStyle } from './cells/status-style.tsx'
import type { ReferenceContract, ReferenceOptions } from './fields/reference.tsx'

interface Facts {
  /** Where that is not the words of its key. */
  label?: string
  /** What stands below it in a form. */
  help?: string
  /** Pixels that it has at least in a list, where that is not what its kind has. */
  width?: number
}
interface TextFacts<V> {
  /** A state, shown with a dot of this tone; without them, one of a few is shown by its word. */
  tones?: Readonly<Partial<Record<Extract<V, string>, NonNullable<StatusStyle['tone']>>>>
  /** A code that is copied on click. */
  isCode?: true
  /** A text of several lines. */
  multiline?: true
}
/** What the contract does not say of a field: said once for the list, the facts and the form of its record. */
export type FieldFacts<V = string> = Facts & (NonNullable<V> extends string ? TextFacts<V> : unknown)
/** By field of a record, of what is typed for one, and of what its list is cut by. */
export type FactsOf<Fields> = { readonly [K in keyof Fields]?: FieldFacts<Fields[K]> }

/** Facts with their values' types set aside. */
export type AnyFacts = Readonly<Record<string, FieldFacts>>

/** Where the records come from that fields name by their ids, by field. */
export type Sources<K extends string> = { readonly [P in K]?: Source }
// biome-ignore lint/suspicious/noExplicitAny: records of any contract
export type Source = Pick<ReferenceOptions<any & ReferenceContract>, 'from' | 'title' | 'hint'>

/** The source of a field; a source of other records than it names is a mistake. */
export function sourceOf(key: string, field: Schema | undefined, source: Source | undefined): Source | undefined {
  const [named, given] = [field && entityOf(field), source?.from.list.entity]
  if (named && given && named !== given) throw new Error(`${key} names a ${named}, its source is of a ${given}`)
  return source
}

export type IsId<V> = '__entity' extends keyof NonNullable<V> ? true : false
/** Yes or no, or one of a few words: not any text. */
export type IsChoice<V> = boolean extends V ? true : string extends V ? false : [NonNullable<V>] extends [string] ? true : false

type PartOf<E, P extends string> = E extends NamedEndpoint ? (Parsed<E> extends { [K in P]: infer B } ? B : never) : never
type IdsOf<T> = T extends unknown ? { [K in keyof T & string]: IsId<T[K]> extends true ? K : never }[keyof T & string] : never
/** What is typed for a record, or asked of its list, and names another one by its id. */
export type ReferenceKeyOf<C extends { list: NamedEndpoint; create?: NamedEndpoint; update?: NamedEndpoint }> =
  | IdsOf<PartOf<C['list'], 'query'>>
  | IdsOf<PartOf<C['create'], 'body'>>
  | IdsOf<PartOf<C['update'], 'body'>>

type Schemas = Readonly<Record<string, Schema>>

/** The fields of what an endpoint answers with, of what it takes, and of what its list is asked for. */
export function responseFields({ shape }: NamedEndpoint): Schemas {
  return fieldsOf(shape.response)
}
export function bodyFields(endpoint: NamedEndpoint | undefined): Schemas {
  return endpoint?.shape.body ? fieldsOf(endpoint.shape.body) : {}
}
export function queryFields({ shape }: NamedEndpoint): Schemas {
  return shape.query ? fieldsOf(shape.query) : {}
}

/** What a list can be sorted by. */
export function sortsOf(list: NamedEndpoint): readonly string[] {
  const { sort } = queryFields(list)
  return sort ? [...(innerOf(sort)._zod.values ?? [])].map(String) : []
}
