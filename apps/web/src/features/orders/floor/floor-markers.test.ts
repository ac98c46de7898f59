import { addMinutes, addSeconds, type Instant } from '@larder/contract'
import { expect, test, vi } from 'vitest'
import { floorMarkers } from './floor-markers.ts'
import { isStale } from './way.ts'

const now: Instant = '2026-11-24T10:00:00.000Z'
const point = { lat: 9.97, lng: 76.28 }
const order = (number: string, promisedAt: Instant | null) => ({ id: number, number, customerPoint: point, promisedAt })
const riders = [{ id: 'r', name: 'Arun', position: { ...point, at: now }, isStale: false }]

test('what is late is marked by shape and says by how much; what is not has its number alone', () => {
  const orders = [
    order('A-1', addMinutes(now, -12)),
    order('A-2', addMinutes(now, 12)),
    order('A-3', null),
    order('A-4', addSeconds(now, -20)),
  ]
  const markers = floorMarkers({ orders, stores: [], riders: [] }, now)
  expect(markers.map(({ label, isLate }) => [label, isLate])).toEqual([
    ['A-1, 12 min late', true],
    ['A-2', false],
    ['A-3', false],
    ['A-4, <1 min late', true],
  ])
})

test('an order that nobody knows the place of is left to the table', () => {
  expect(floorMarkers({ orders: [{ ...order('A-1', null), customerPoint: null }], stores: [], riders: [] }, now)).toEqual([])
})

test('orders and riders are pressed, stores are not, and what is chosen has a ring', () => {
  const [onOrder, onRider] = [vi.fn(), vi.fn()]
  const stores = [{ id: 's', name: 'Store', point }]
  const markers = floorMarkers({ orders: [order('A-1', null)], stores, riders }, now, { chosen: 'r', onOrder, onRider })
  for (const { onPress } of markers) onPress?.()
  expect([onOrder.mock.calls, onRider.mock.calls]).toEqual([[['A-1']], [['r']]])
  expect(markers.map(({ kind, isChosen }) => [kind, isChosen])).toEqual([
    ['store', undefined],
    ['customer', false],
    ['rider', true],
  ])
})

test('a rider may be elsewhere a minute after they were heard of', () => {
  expect([isStale(addSeconds(now, -60), now), isStale(addSeconds(now, -61), now)]).toEqual([false, true])
})

test('an order and a rider take each other, as long as the order can be given to somebody; nothing takes anything else', () => {
  const begin = vi.fn()
  const orders = [order('A-1', null), order('A-2', null)]
  const pressing = { chosen: null, onOrder: vi.fn(), onRider: vi.fn(), assign: { orders: new Set(['A-1']), begin } }
  const stores = [{ id: 's', name: 'Store', point }]
  const drops = new Map(floorMarkers({ orders, stores, riders }, now, pressing).map(({ id, drop }) => [id, drop]))
  const all = [...drops.keys()]
  expect(
    all.filter((id) => drops.get(id)),
    'who is on the way already is held by nobody',
  ).toEqual(['order-A-1', 'rider-r'])
  const taking = (held: string) => all.filter((id) => drops.get(held)?.takenBy(id))
  expect([taking('order-A-1'), taking('rider-r')]).toEqual([['rider-r'], ['order-A-1']])
  drops.get('order-A-1')?.done('rider-r')
  drops.get('rider-r')?.done('order-A-1')
  expect(begin.mock.calls).toEqual([
    ['A-1', 'r'],
    ['A-1', 'r'],
  ])
})
