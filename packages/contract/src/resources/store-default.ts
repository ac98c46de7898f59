import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { NewStore } from './store.ts'

/** What a new store begins with here, until somebody types otherwise. */
export const StoreDefaults = z.pick(NewStore, {
  startsAs: true,
  openingHours: true,
  prepMinutes: true,
  busyExtraMinutes: true,
  autoAccept: true,
  maxOrdersPerQuarterHour: true,
  commissionPlan: true,
  commissionPpm: true,
  minOrder: true,
  packing: true,
})
export type StoreDefaults = z.infer<typeof StoreDefaults>

export const storeDefaultContract = contract('store-default', {
  read: get('/stores/defaults', {
    permission: 'store.create',
    response: StoreDefaults,
    alsoShows: ['setting'],
    summary: "What a new store begins with, by the marketplace's settings",
  }),
})
