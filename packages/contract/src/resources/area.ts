import * as z from 'zod/mini'
import type { Output, Parsed } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { Named } from '../page.ts'
import { Point, Polygon } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Money } from '../values/money.ts'
import { decimal, share } from '../values/number.ts'
import { text } from '../values/text.ts'
import { lookupContract } from './lookup.ts'
import { Price } from './price.ts'

/** A delivery fee up to a distance; tiers rise in `maxKm`, the last one is the reach of the area. */
export const FeeTier = z.strictObject({ maxKm: decimal(0.1, 100), fee: Price })
export type FeeTier = z.infer<typeof FeeTier>

export const FeeTiers = z.array(FeeTier).check(
  z.minLength(1, 'needs at least one tier'),
  z.maxLength(10),
  z.check(({ value, issues }) => {
    for (const [index, { maxKm }] of value.entries()) {
      if (maxKm > (value[index - 1]?.maxKm ?? 0)) continue
      issues.push({ code: 'custom', path: [index, 'maxKm'], message: 'must be more than that of the tier before', input: value })
    }
  }),
)

/** Delivery areas with polygon and fee tiers. */
export const areaContract = /* @__PURE__ */ lookupContract('area', '/areas', {
  label: 'Delivery areas',
  draft: {
    branchId: idOf('branch'),
    name: text({ max: 80 }),
    polygon: Polygon,
    feeTiers: FeeTiers,
    minBasket: Price,
    /** Added to the fee while demand is high: 200,000 ppm = 20 %. */
    surgePpm: share(500),
    active: z.boolean(),
  },
  extra: {
    branch: Named,
    polygon: z.array(Point),
    feeTiers: z.array(FeeTier),
    minBasket: Money,
    areaKm2: z.number(),
    stores: z.int(),
    /** Other active areas of the branch that share ground with this one: allowed, but worth a look, since fees then depend on the store. */
    overlaps: z.array(Named),
  },
  filterBy: ['branchId', 'active'],
  sorts: ['name', 'createdAt'],
  examples: { one: { name: 'Ernakulam South' } },
})
export type Area = Output<typeof areaContract.get>
export type AreaDraft = Parsed<typeof areaContract.create>['body']

export const areaRefusals = {
  'not-found': { 'area-not-found': 'No such area, or out of reach.' },
} as const satisfies Refusals
