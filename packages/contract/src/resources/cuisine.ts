import { lookupContract } from './lookup.ts'
import { storeGroup } from './store-group.ts'

/** Kitchens of the world that a restaurant may name (`/settings/cusins`). */
export const cuisineContract = /* @__PURE__ */ lookupContract('cuisine', '/cuisines', { label: 'Cuisines', ...storeGroup })
