import * as z from 'zod/mini'
import type { Output } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { enumOf } from '../values/collection.ts'
import { whole } from '../values/number.ts'
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
  /** What of the stock stores hold, and what is left of it. */
  extra: { issued: z.int(), available: z.int() },
  filterBy: ['size', 'active'],
  sorts: ['code', 'name', 'createdAt'],
  alsoShows: ['crate-movement'],
  examples: { one: { name: 'Crate for fish' } },
})

export type Crate = Output<typeof crateContract.get>

export const crateRefusals = {
  'not-found': { 'crate-not-found': 'No such crate.' },
} as const satisfies Refusals
