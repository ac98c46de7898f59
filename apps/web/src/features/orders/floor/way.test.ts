import { addMinutes, distanceKm, type Instant, roadMinutes } from '@larder/contract'
import { expect, test } from 'vitest'
import { arrivalFrom } from './way.ts'

const now = '2026-11-26T06:00:00.000Z' as Instant
const [store, customer, rider] = [
  { lat: 9.98, lng: 76.3 },
  { lat: 10, lng: 76.31 },
  { lat: 9.97, lng: 76.29 },
]
const ride = (from: typeof store, to: typeof store) => roadMinutes(distanceKm(from, to))
const order = { storePoint: store, customerPoint: customer, pickedUpAt: null, acceptedAt: now, readyAt: null, prepMinutes: 40 }

test('who is at the store first waits until the order is ready; who comes later does not', () => {
  expect(arrivalFrom(order, rider, now)).toBe(addMinutes(now, 40 + ride(store, customer)))
  const ready = { ...order, readyAt: addMinutes(now, -1) }
  expect(arrivalFrom(ready, rider, now)).toBe(addMinutes(now, ride(rider, store) + ride(store, customer)))
})

test('with the order on board it is the way that is left; without a place nothing', () => {
  expect(arrivalFrom({ ...order, pickedUpAt: now }, rider, now)).toBe(addMinutes(now, ride(rider, customer)))
  expect(arrivalFrom({ ...order, pickedUpAt: now }, null, now)).toBeNull()
  expect(arrivalFrom({ ...order, customerPoint: null }, rider, now)).toBeNull()
})

test('what no rider has yet is prepared before it is on its way, too', () => {
  expect(arrivalFrom({ ...order, acceptedAt: null }, null, now)).toBe(addMinutes(now, 40 + ride(store, customer)))
  expect(arrivalFrom({ ...order, readyAt: now }, null, now)).toBe(addMinutes(now, ride(store, customer)))
})
