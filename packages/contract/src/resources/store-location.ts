import * as z from 'zod/mini'
import type { Refusals } from '../error-kinds.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { text } from '../values/text.ts'
import { lookupContract } from './lookup.ts'

/** A named locality inside an area, where stores sit. */
export const storeLocationContract = /* @__PURE__ */ lookupContract('store-location', '/store-locations', {
  label: 'Store locations',
  draft: { areaId: idOf('area'), name: text({ max: 80 }), point: Point, active: z.boolean() },
  extra: { areaName: z.string(), stores: z.int() },
  filterBy: ['areaId', 'active'],
  sorts: ['name', 'createdAt'],
  examples: { one: { name: 'Marine Drive' } },
})

export const storeLocationRefusals = {
  'not-found': { 'store-location-not-found': 'No such store location, or out of reach.' },
} as const satisfies Refusals
