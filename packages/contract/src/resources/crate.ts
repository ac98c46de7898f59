import * as z from 'zod/mini'
import { enumOf } from '../values/collection.ts'
import { queryFlag, whole } from '../values/number.ts'
import { reference, text } from '../values/text.ts'
import { lookupContract } from './lookup.ts'
import { Price } from './price.ts'

export const crateSizeLabels = { small: 'Small', medium: 'Medium', large: 'Large' } as const
const Size = enumOf(crateSizeLabels)

/** Returnable crates for grocery, fruits and fish (`/settings/cratis`). */
export const crateContract = /* @__PURE__ */ lookupContract('crate', '/crates', {
  label: 'Crates',
  draft: {
    code: reference(20),
    name: text({ max: 60 }),
    size: Size,
    capacityGrams: whole(1, 1_000_000),
    deposit: Price,
    stock: whole(0, 1_000_000),
    active: z.boolean(),
  },
  extra: {},
  filters: { size: z.optional(Size), active: z.optional(queryFlag()) },
  sorts: ['code', 'name', 'createdAt'],
})
