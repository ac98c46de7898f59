import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { listQuery, Named, pageOf } from '../page.ts'
import { Point } from '../values/geo.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Money, MoneySum } from '../values/money.ts'

export const shiftStates = ['off', 'available', 'busy', 'break'] as const
export const RiderRow = z.strictObject({
  id: idOf('rider'),
  number: z.string(),
  name: z.string(),
  phone: z.string(),
  vehicle: z.enum(['bicycle', 'scooter', 'motorbike', 'van']),
  branch: Named,
  shiftState: z.enum(shiftStates),
  activeOrders: z.int(),
  cashInHand: MoneySum,
  cashLimit: Money,
  ratingTenths: z.nullable(z.int()),
  point: z.nullable(Point),
  positionedAt: z.nullable(Instant),
  version: z.int(),
})
export type RiderRow = z.infer<typeof RiderRow>

export const riderContract = contract('rider', {
  list: get('/riders', {
    permission: 'rider.view',
    query: listQuery(['name', 'createdAt'], {
      branchId: z.optional(idOf('branch')),
      shiftState: z.optional(z.enum([...shiftStates, 'on-shift'])),
    }),
    response: pageOf(RiderRow),
    summary: 'Riders with shift, load and cash against limit',
  }),
})
