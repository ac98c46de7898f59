import * as z from 'zod/mini'
import { contract, del, get, patch, post } from '../endpoint.ts'
import { exportOf } from '../exports.ts'
import { Allowed, byId, listQuery, Named, pageOf } from '../page.ts'
import { Point, Polygon } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money } from '../values/money.ts'
import { decimal, queryFlag, Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { Price } from './price.ts'

/** A delivery fee up to a distance; tiers rise in `maxKm`, the last one is the reach of the area. */
export const FeeTier = z.strictObject({ maxKm: decimal(0.1, 100), fee: Price })
export type FeeTier = z.infer<typeof FeeTier>

const feeTiers = z.array(FeeTier).check(
  z.minLength(1, 'needs at least one tier'),
  z.maxLength(10),
  z.check(({ value, issues }) => {
    for (const [index, { maxKm }] of value.entries()) {
      if (maxKm > (value[index - 1]?.maxKm ?? 0)) continue
      issues.push({ code: 'custom', path: [index, 'maxKm'], message: 'must be more than that of the tier before', input: value })
    }
  }),
)

const draft = {
  branchId: idOf('branch'),
  name: text({ max: 80 }),
  polygon: Polygon,
  feeTiers,
  minBasket: Price,
  /** Added to the fee while demand is high: 200,000 ppm = 20 %. */
  surgePpm: whole(0, 5_000_000),
  active: z.boolean(),
}
export const AreaDraft = z.strictObject(draft)
export type AreaDraft = z.infer<typeof AreaDraft>
export const AreaChange = z.extend(z.partial(AreaDraft), { version: Version })

export const Area = z.strictObject({
  id: idOf('area'),
  branch: Named,
  name: z.string(),
  polygon: z.array(Point),
  feeTiers: z.array(FeeTier),
  minBasket: Money,
  surgePpm: z.int(),
  active: z.boolean(),
  areaKm2: z.number(),
  stores: z.int(),
  /** Other active areas of the branch that share ground with this one: allowed, but worth a look, since fees then depend on the store. */
  overlaps: z.array(Named),
  createdAt: Instant,
  version: z.int(),
  allowed: Allowed,
})
export type Area = z.infer<typeof Area>

const AreaFilters = listQuery(['name', 'createdAt'], { branchId: z.optional(idOf('branch')), active: z.optional(queryFlag()) })

export const areaContract = contract('area', {
  list: get('/areas', {
    permission: 'setting.view',
    query: AreaFilters,
    response: pageOf(Area),
    summary: 'Delivery areas with polygon and fee tiers',
  }),
  export: exportOf('/areas', 'setting.export', AreaFilters),
  get: get('/areas/:id', { permission: 'setting.view', params: byId('area'), response: Area, summary: 'One area' }),
  create: post('/areas', { permission: 'setting.create', body: AreaDraft, response: Area, summary: 'Draw a new area' }),
  update: patch('/areas/:id', {
    permission: 'setting.edit',
    params: byId('area'),
    body: AreaChange,
    response: Area,
    summary: 'Change an area',
  }),
  remove: del('/areas/:id', {
    permission: 'setting.delete',
    params: byId('area'),
    body: z.strictObject({ version: Version }),
    response: z.strictObject({ id: z.string() }),
    summary: 'Delete an area that nothing uses',
  }),
})
