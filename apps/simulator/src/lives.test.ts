import { type ChannelOrderEvent, distanceKm, instantOf, type OrderStatus, orderActions, transitionOf } from '@larder/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fateOf } from './fate.ts'
import { assignRiders, awaitsRider, nextRiderMove, type Rider, rideTowards } from './rider-moves.ts'
import { type ActiveOrder, nextStoreMove } from './store-moves.ts'

const startMs = Date.parse('2026-11-20T13:00:00.000Z')
const aPoint = fc.record({ lat: fc.double({ min: 9.9, max: 10.1, noNaN: true }), lng: fc.double({ min: 76.2, max: 76.4, noNaN: true }) })

const anOrder = fc.record({
  id: fc.uuid(),
  orderType: fc.constantFrom('delivery' as const, 'pickup' as const),
  paymentState: fc.constant('captured' as const),
  paymentMethod: fc.constantFrom('online' as const, 'cash' as const, 'card' as const),
  storePoint: aPoint,
  customerPoint: aPoint,
  grams: fc.array(fc.integer({ min: 50, max: 5000 }), { maxLength: 4 }),
})

type OrderFacts = typeof anOrder extends fc.Arbitrary<infer Facts> ? Facts : never

function orderOf(facts: OrderFacts): ActiveOrder {
  const { grams, customerPoint, orderType, ...rest } = facts
  return {
    ...rest,
    orderType,
    customerPoint: orderType === 'delivery' ? customerPoint : null,
    ...{
      number: 'EKM-1',
      externalId: 'x',
      status: 'pending',
      storeId: 's',
      vertical: 'fish',
      total: { minor: 25_000, currency: 'INR' },
      credit: { minor: 0, currency: 'INR' },
      due: { minor: facts.paymentMethod === 'online' ? 0 : 25_000, currency: 'INR' },
    },
    ...{ promisedAt: null, riderId: null, placedAt: instantOf(startMs), version: 1, deliveryState: 'unassigned' },
    ...{ readyAt: null, acceptedAt: null, prepMinutes: null, endReason: null, payment: null, refunds: [] },
    weighedLines: grams.map((orderedGrams, line) => ({ line: line + 1, orderedGrams, packedGrams: null })),
  }
}

const legs: Partial<Record<ChannelOrderEvent['type'], [from: string, to: string]>> = {
  assignRider: ['unassigned', 'assigned'],
  arriveAtStore: ['assigned', 'at_store'],
  pickUp: ['at_store', 'picked'],
  arriveAtCustomer: ['picked', 'at_customer'],
  deliver: ['at_customer', 'done'],
  fail: ['at_customer', 'failed'],
}

/** What the product does with an event, by the contract's table; throws where the table forbids it. */
function take(order: ActiveOrder, event: ChannelOrderEvent, nowMs: number): ActiveOrder {
  const action = orderActions.find((word) => word === event.type)
  const transition = action && transitionOf(action)
  if (transition && !transition.from.includes(order.status)) throw new Error(`${event.type} while ${order.status}`)
  if (transition && !transition.movers.includes(event.as)) throw new Error(`${event.type} by a ${event.as}`)
  const leg = legs[event.type]
  if (leg && leg[0] !== order.deliveryState) throw new Error(`${event.type} while ${order.deliveryState}`)
  const status: OrderStatus = transition?.to ?? order.status
  const packed = event.type === 'markReady' ? (event.packed ?? []) : []
  const gramsOf = (line: number) => packed.find((one) => one.line === line)?.grams ?? null
  const weighedLines = order.weighedLines.map((line) => ({ ...line, packedGrams: line.packedGrams ?? gramsOf(line.line) }))
  if (event.type === 'markReady' && weighedLines.some(({ packedGrams }) => packedGrams === null)) throw new Error('ready without weights')
  return {
    ...order,
    status,
    weighedLines,
    deliveryState: leg?.[1] ?? order.deliveryState,
    acceptedAt: event.type === 'accept' ? instantOf(nowMs) : order.acceptedAt,
    prepMinutes: event.type === 'accept' ? event.prepMinutes : order.prepMinutes,
    readyAt: event.type === 'markReady' ? instantOf(nowMs) : order.readyAt,
    version: order.version + 1,
  }
}

/** Lives an order to its end, second by second, as stores and riders would. */
function live(
  first: ActiveOrder,
  attended: boolean,
  seed: string,
  speed: number,
): { order: ActiveOrder; said: ChannelOrderEvent[]; tookMs: number } {
  const fate = fateOf(seed, { id: first.id, attended }, speed)
  const said: ChannelOrderEvent[] = []
  const rider: Rider = { id: 'r', branchId: 'b', point: first.customerPoint ?? first.storePoint, shiftState: 'available' }
  let [order, nowMs, arrivedMs] = [first, startMs, startMs]
  const say = (event: ChannelOrderEvent) => {
    order = take(order, event, nowMs)
    said.push(event)
    arrivedMs = nowMs
  }
  for (; nowMs < startMs + 6 * 3_600_000; nowMs += 1000) {
    const hasDelayed = said.some(({ type }) => type === 'delay')
    const store = nextStoreMove(order, fate, { nowMs, seenMs: startMs, usualPrepMinutes: 20, speed, hasDelayed })
    if (store) say(store)
    if (awaitsRider(order, fate, nowMs)) say({ type: 'assignRider', as: 'rider', riderId: rider.id })
    if (order.status === 'delivered' || order.status === 'failed' || order.status === 'rejected' || order.status === 'cancelled') break
    const ride = nextRiderMove(order, rider, fate, { nowMs, arrivedMs })
    if ('say' in ride) say(ride.say)
    if ('ride' in ride) rider.point = rideTowards(rider.point, ride.ride, 1000, speed)
  }
  return { order, said, tookMs: nowMs - startMs }
}

test('every attended order comes to an end, only by moves that the table allows, and cash is taken exactly', () => {
  fc.assert(
    fc.property(anOrder, fc.string(), fc.constantFrom(1, 6, 30), (facts, seed, speed) => {
      const { order, said, tookMs } = live(orderOf(facts), true, seed, speed)
      expect(['delivered', 'failed', 'rejected', 'cancelled']).toContain(order.status)
      expect(tookMs).toBeLessThan((5 * 3_600_000) / speed + 60_000)
      const last = said.at(-1)
      if (last?.type === 'deliver' || last?.type === 'collect') {
        expect(last.collected).toEqual(facts.paymentMethod === 'online' ? undefined : order.total)
        expect(last.type).toBe(facts.orderType === 'pickup' ? 'collect' : 'deliver')
      }
    }),
    { numRuns: 60 },
  )
})

test('where nobody attends the app, the store says nothing', () => {
  fc.assert(
    fc.property(anOrder, fc.string(), (facts, seed) => {
      expect(live(orderOf(facts), false, seed, 30).said).toEqual([])
    }),
    { numRuns: 10 },
  )
})

test('a fate is the same whoever asks', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.boolean(), fc.string(), (id, attended, seed) => {
      expect(fateOf(seed, { id, attended }, 6)).toEqual(fateOf(seed, { id, attended }, 6))
    }),
  )
})

test('a ride comes nearer with every second and never beyond', () => {
  fc.assert(
    fc.property(
      aPoint,
      aPoint,
      fc.integer({ min: 1, max: 60_000 }),
      fc.double({ min: 0.5, max: 100, noNaN: true }),
      (from, goal, ms, speed) => {
        const point = rideTowards(from, goal, ms, speed)
        const [before, after] = [distanceKm(from, goal), distanceKm(point, goal)]
        // A share of the straight line on the map is up to a metre more on the ground.
        expect(after).toBeLessThanOrEqual(before + 0.002)
        expect(distanceKm(from, point)).toBeLessThanOrEqual((20 * speed * ms) / 3_600_000 + 0.002)
      },
    ),
  )
})

test('riders get one order each, of their branch, not one that was refused to them, and the nearest rider goes', () => {
  const aRider = fc.record({ id: fc.uuid(), branchId: fc.constantFrom('a', 'b'), point: aPoint, shiftState: fc.constant('available') })
  const waiting = fc.array(fc.tuple(anOrder, fc.constantFrom('a', 'b')), { maxLength: 12 })
  fc.assert(
    fc.property(waiting, fc.array(aRider, { maxLength: 12 }), fc.func(fc.boolean()), (orders, riders, refused) => {
      const isRefused = (orderId: string, riderId: string) => refused(orderId, riderId)
      const pairs = assignRiders(
        orders.map(([facts, branchId]) => ({ ...orderOf(facts), branchId })),
        riders,
        isRefused,
      )
      expect(new Set(pairs.map(({ rider }) => rider)).size).toBe(pairs.length)
      for (const { order, rider } of pairs) expect(isRefused(order.id, rider.id)).toBe(false)
      const first = pairs[0]
      const able = riders.filter(({ id, branchId }) => first && branchId === first.rider.branchId && !isRefused(first.order.id, id))
      for (const rider of able)
        expect(distanceKm(first?.rider.point ?? rider.point, first?.order.storePoint ?? rider.point)).toBeLessThanOrEqual(
          distanceKm(rider.point, first?.order.storePoint ?? rider.point),
        )
    }),
  )
})
