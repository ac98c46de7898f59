import * as z from 'zod/mini'
import { text } from '../values/text.ts'
import { lookupContract } from './lookup.ts'
import { Price } from './price.ts'

/** Returnable crates for grocery, fruits and fish (`/settings/cratis`). */
export const crateContract = /* @__PURE__ */ lookupContract('crate', '/crates', {
  label: 'Crates',
  draft: {
    code: text({ max: 20 }),
    name: text({ max: 60 }),
    size: z.enum(['small', 'medium', 'large']),
    capacityGrams: z.int().check(z.minimum(1), z.maximum(1_000_000)),
    deposit: Price,
    stock: z.int().check(z.minimum(0), z.maximum(1_000_000)),
    active: z.boolean(),
  },
  extra: {},
  filters: { size: z.optional(z.enum(['small', 'medium', 'large'])), active: z.optional(z.stringbool()) },
  sorts: ['code', 'name', 'createdAt'],
})
