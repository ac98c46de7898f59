import * as z from 'zod/mini'
import { idOf } from '../values/id.ts'
import { text } from '../values/text.ts'
import { lookupContract } from './lookup.ts'

/** Kitchens of the world that a restaurant may name (`/settings/cusins`). */
export const cuisineContract = /* @__PURE__ */ lookupContract('cuisine', '/cuisines', {
  label: 'Cuisines',
  draft: {
    name: text({ max: 60 }),
    sort: z.int().check(z.minimum(0), z.maximum(9999)),
    active: z.boolean(),
    imageId: z.optional(z.nullable(idOf('file'))),
  },
  extra: { stores: z.int(), imageId: z.nullable(idOf('file')) },
  filters: { active: z.optional(z.stringbool()) },
  sorts: ['sort', 'name', 'createdAt'],
})
