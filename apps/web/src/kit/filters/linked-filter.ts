import type { ReferenceContract, ReferenceOptions } from '../fields/reference.tsx'
import type { Filter } from './filter.ts'
import { referenceFilter } from './filters.tsx'

/** Another record that a link to the list names: nobody chooses it here, it is seen as a chip and cleared. */
export function linkedFilter<const K extends string, C extends ReferenceContract>(
  key: K,
  options: ReferenceOptions<C> & { label?: string },
): Filter<K> {
  return { ...referenceFilter(key, options), kind: 'link', input: () => null }
}
