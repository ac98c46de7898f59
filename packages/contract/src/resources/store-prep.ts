import * as z from 'zod/mini'
import { list } from '../values/collection.ts'
import { LocalTime } from '../values/local-date.ts'
import { whole } from '../values/number.ts'

/** More minutes from one wall time to another of a weekday, 0 for Sunday; an end at or before the beginning is on the next day. */
export const PrepWindow = z.strictObject({ day: whole(0, 6), from: LocalTime, to: LocalTime, extraMinutes: whole(1, 120) })
export type PrepWindow = z.infer<typeof PrepWindow>

/** More minutes while a store has so many open orders or more. */
export const PrepLoad = z.strictObject({ openOrders: whole(1, 500), extraMinutes: whole(1, 120) })
export type PrepLoad = z.infer<typeof PrepLoad>

export const PrepWindows = list(PrepWindow, 42)
export const PrepLoads = list(PrepLoad, 5).check(
  z.check(({ value, issues }) => {
    for (const [index, { openOrders }] of value.entries()) {
      if (openOrders > (value[index - 1]?.openOrders ?? 0)) continue
      issues.push({ code: 'custom', path: [index, 'openOrders'], message: 'must be more than that of the rule before', input: value })
    }
  }),
)
