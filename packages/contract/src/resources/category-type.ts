import type { Refusals } from '../error-kinds.ts'
import { Vertical } from '../verticals.ts'
import { lookupContract } from './lookup.ts'
import { storeGroup } from './store-group.ts'

/** Groups of stores that a customer browses by, one set per vertical: the five `*-category-types` screens. */
export const categoryTypeContract = /* @__PURE__ */ lookupContract('category-type', '/category-types', {
  label: 'Category types',
  ...storeGroup,
  draft: { vertical: Vertical, ...storeGroup.draft },
  filterBy: ['vertical', ...storeGroup.filterBy],
  examples: { one: { name: 'Family restaurants' } },
})

export const categoryTypeRefusals = {
  'not-found': { 'category-type-not-found': 'No such category type.' },
} as const satisfies Refusals
