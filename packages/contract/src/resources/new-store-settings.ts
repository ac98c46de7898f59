import { enumOf } from '../values/collection.ts'
import { LocalTime } from '../values/local-date.ts'
import { share, whole } from '../values/number.ts'

const acceptsItselfLabels = { no: 'No', yes: 'Yes' } as const
const ofNewStores = { group: 'New stores', unit: null } as const

/** What a store begins with that is taken on from now on; those that are there keep theirs. */
export const newStoreSettings = {
  'store.opensAt': { ...ofNewStores, label: 'Opens each day at', schema: LocalTime, initial: '09:00' },
  'store.closesAt': { ...ofNewStores, label: 'Closes each day at', schema: LocalTime, initial: '22:00' },
  'store.prepMinutes': { ...ofNewStores, label: 'Usual preparation', unit: 'min', schema: whole(1, 480), initial: 20 },
  'store.busyExtraMinutes': { ...ofNewStores, label: 'Extra minutes when busy', unit: 'min', schema: whole(0, 120), initial: 15 },
  'store.autoAccept': { ...ofNewStores, label: 'Auto-accept orders', schema: enumOf(acceptsItselfLabels), initial: 'no' },
  'store.maxOrdersPerQuarterHour': { ...ofNewStores, label: 'Orders per 15 min, 0 for any', schema: whole(0, 1000), initial: 0 },
  'store.commissionPpm': { ...ofNewStores, label: 'Commission', unit: 'ppm', schema: share(50), initial: 180_000 },
  'store.minOrder': { ...ofNewStores, label: 'Minimum order', unit: 'currency', schema: whole(0, 1_000_000), initial: 0 },
  'store.packing': { ...ofNewStores, label: 'Packing charge', unit: 'currency', schema: whole(0, 1_000_000), initial: 0 },
} as const
