import type { CallerStore } from '@larder/contract'
import { expect, test } from 'vitest'
import { format } from '#kit/format.ts'
import { storeOption } from './store-option.ts'

const inr = (minor: number) => ({ minor, currency: 'INR' })
const store = {
  ...{ id: 's1', name: 'Fish Cove', vertical: 'fish', branchId: 'b1', point: { lat: 10, lng: 76 }, timeZone: 'Asia/Kolkata' },
  ...{ isOpenNow: true, opensAt: null, km: 12.4, deliveryFee: null, minimum: inr(0) },
} as CallerStore
const option = (given: Partial<CallerStore>, typed: Partial<Parameters<typeof storeOption>[1]> = {}) =>
  storeOption({ ...store, ...given }, { orderType: 'delivery', storeId: null, ...typed }, format())

test('a store that does not deliver to the address says so and is not chosen', () => {
  expect(option({})).toMatchObject({ label: 'Fish Cove', because: 'Does not deliver to this address, 12.4 km away' })
})

test('one that delivers, one to collect from, one without an address and the chosen one are', () => {
  expect(option({ deliveryFee: inr(3_000) })).toEqual({ value: 's1', label: 'Fish Cove', hint: '12.4 km · delivery ₹30.00 · open' })
  expect(option({}, { orderType: 'pickup' })).not.toHaveProperty('because')
  expect(option({ km: null })).not.toHaveProperty('because')
  expect(option({}, { storeId: store.id })).not.toHaveProperty('because')
})
