import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { exportOf } from '../exports.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money, MoneySum } from '../values/money.ts'
import { Phone } from '../values/phone.ts'

/** Whether a rider is at work. */
export const shiftStateLabels = { available: 'Available', busy: 'Busy', break: 'On a break', off: 'Off shift' } as const
export const ShiftState = enumOf(shiftStateLabels)
export type ShiftState = z.infer<typeof ShiftState>

export const RiderRow = z.strictObject({
  id: idOf('rider'),
  number: z.string(),
  name: z.string(),
  phone: Phone,
  vehicle: z.enum(['bicycle', 'scooter', 'motorbike', 'van']),
  branch: Named,
  shiftState: ShiftState,
  activeOrders: z.int(),
  cashInHand: MoneySum,
  cashLimit: Money,
  ratingTenths: z.nullable(z.int()),
  point: z.nullable(Point),
  positionedAt: z.nullable(Instant),
  version: z.int(),
})
export type RiderRow = z.infer<typeof RiderRow>

const RiderFilters = listQuery(['name', 'createdAt'], {
  branchId: z.optional(idOf('branch')),
  shiftState: z.optional(z.enum([...keysOf(shiftStateLabels), 'on-shift'])),
})

export const riderContract = contract('rider', {
  list: get('/riders', {
    permission: 'rider.view',
    query: RiderFilters,
    response: pageOf(RiderRow),
    alsoShows: ['cash-deposit'],
    summary: 'Riders with shift, load and cash against limit',
  }),
  export: exportOf('/riders', 'rider.export', RiderFilters),
})

export const riderRefusals = {
  'not-found': { 'rider-not-found': 'No such rider, or out of reach.' },
} as const satisfies Refusals
