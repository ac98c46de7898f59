import type * as z from 'zod/mini'
import { enumOf } from '../values/collection.ts'

/** When the money of a payment is taken: as the customer pays, or once the order was handed over, of what it comes to then. */
export const captureMomentLabels = { 'at-once': 'As the customer pays', 'handed-over': 'Once the order is handed over' } as const
export const CaptureMoment = enumOf(captureMomentLabels)
export type CaptureMoment = z.infer<typeof CaptureMoment>
