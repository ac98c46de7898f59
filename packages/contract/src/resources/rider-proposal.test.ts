import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesOf, proposalWeights, type RiderSeen, rankRiders, weigh } from './rider-proposal.ts'

const plain: RiderSeen = {
  id: 'a',
  name: 'Arun',
  distanceKm: 1,
  activeOrders: 0,
  ridesInArea: true,
  cashShare: null,
  hasEndedDocument: false,
  isByBicycle: false,
  batteryPct: null,
}

test('each factor counts as its weight says, and the way as it is ridden', () => {
  expect(weigh(plain, false)).toEqual([{ factor: 'way', minutes: 3 }])
  const against = {
    ...plain,
    activeOrders: 2,
    ridesInArea: false,
    cashShare: 0.9,
    hasEndedDocument: true,
    isByBicycle: true,
    batteryPct: 14,
  }
  const { load, area, cash, documents, vehicle, battery } = proposalWeights
  expect(minutesOf(weigh(against, true))).toBe(3 + 2 * load + area + cash + documents + vehicle + battery)
  expect(minutesOf(weigh(against, false))).toBe(3 + 2 * load + area + cash + documents + battery)
  expect(weigh({ ...plain, batteryPct: 15 }, false)).toEqual([{ factor: 'way', minutes: 3 }])
  expect(weigh({ ...plain, distanceKm: null }, false)).toEqual([{ factor: 'unseen', minutes: proposalWeights.unseen }])
})

const seen = fc.record({
  id: fc.uuid(),
  name: fc.constant('Rider'),
  distanceKm: fc.option(fc.double({ min: 0, max: 30, noNaN: true })),
  activeOrders: fc.nat(6),
  ridesInArea: fc.boolean(),
  cashShare: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
  hasEndedDocument: fc.boolean(),
  isByBicycle: fc.boolean(),
  batteryPct: fc.option(fc.integer({ min: 0, max: 100 })),
})

test('the ranking is total: the same riders in any order come out the same, and nobody before them has more against them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(seen, { selector: ({ id }) => id, maxLength: 12 }), fc.boolean(), fc.integer(), (riders, isBulky, seed) => {
      const ranked = rankRiders(riders, isBulky)
      const shuffled = riders.toSorted((a, b) => ((a.id.charCodeAt(0) * 31 + seed) % 7) - ((b.id.charCodeAt(0) * 31 + seed) % 7))
      expect(rankRiders(shuffled, isBulky).map(({ rider }) => rider.id)).toEqual(ranked.map(({ rider }) => rider.id))
      for (const [index, { minutes }] of ranked.entries()) expect(minutes).toBeGreaterThanOrEqual(ranked[index - 1]?.minutes ?? 0)
    }),
  )
})

test('what speaks against a rider never puts them further ahead', () => {
  fc.assert(
    fc.property(seen, fc.boolean(), (rider, isBulky) => {
      const before = minutesOf(weigh(rider, isBulky))
      for (const worse of [
        { ...rider, activeOrders: rider.activeOrders + 1 },
        { ...rider, ridesInArea: false },
        { ...rider, hasEndedDocument: true },
        { ...rider, batteryPct: 0 },
      ])
        expect(minutesOf(weigh(worse, isBulky))).toBeGreaterThanOrEqual(before)
    }),
  )
})
