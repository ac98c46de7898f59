import { innerOf, labelsOf } from '@larder/contract'
import { type AnyFacts, type IsChoice, queryFields, type ReferenceKeyOf, type Sources, sourceOf } from '../field-facts.ts'
import { optionsOf } from '../fields/options.ts'
import type { ListQueryOf, ResourceContract } from '../resource/define.ts'
import { wordsOf } from '../words.ts'
import type { Filter } from './filter.ts'
import { oneOf, referenceFilter, toggle } from './filters.tsx'

/** Filters of a list that are one of a few words, yes or no, or another record of which it is said whence it comes. */
type FilterKeyOf<C extends ResourceContract, S, Q = ListQueryOf<C>> = {
  [K in Exclude<keyof Q & string, 'q' | 'sort' | 'cursor'>]: K extends ReferenceKeyOf<C>
    ? K & keyof S
    : IsChoice<Q[K]> extends true
      ? K
      : never
}[Exclude<keyof Q & string, 'q' | 'sort' | 'cursor'>]

/** Filters of a list out of its contract, by their keys. What `facts` say of the field of that name goes for them too. */
export function filtersOf<C extends ResourceContract, const S extends Sources<string>>({ list }: C, facts: AnyFacts, sources: S) {
  const asked = queryFields(list)
  return <const K extends FilterKeyOf<C, S>>(...keys: readonly K[]): Filter<K>[] =>
    keys.map((key) => {
      const label = facts[key]?.label
      const [source, labels] = [sourceOf(key, asked[key], sources[key]), asked[key] && labelsOf(innerOf(asked[key]))]
      if (source) return referenceFilter(key, { ...(label && { label }), ...source })
      return labels ? oneOf(key, optionsOf(labels), { ...(label && { label }) }) : toggle(key, label ?? wordsOf(key))
    })
}
