import type { Refusals } from '../error-kinds.ts'
import { lookupContract } from './lookup.ts'
import { storeGroup } from './store-group.ts'

/** Kitchens of the world that a restaurant may name (`/settings/cusins`). */
export const cuisineContract = /* @__PURE__ */ lookupContract('cuisine', '/cuisines', {
  label: 'Cuisines',
  ...storeGroup,
  examples: { one: { name: 'Malabar' } },
})

export const cuisineRefusals = {
  'not-found': { 'cuisine-not-found': 'No such cuisine.' },
} as const satisfies Refusals
