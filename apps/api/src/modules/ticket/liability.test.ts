import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LiabilityFacts, proposeLiability } from './liability.ts'

const minutes = fc.option(fc.nat(240))
const someFacts: fc.Arbitrary<LiabilityFacts> = fc.record({
  party: fc.constantFrom('customer' as const, 'store' as const, 'platform' as const, 'rider' as const),
  hasRider: fc.boolean(),
  acceptSeconds: fc.option(fc.nat(7200)),
  acceptTargetSeconds: fc.constant(300),
  prepMinutes: minutes,
  preparedMinutes: minutes,
  waitedMinutes: minutes,
  lateMinutes: minutes,
  silentMinutes: minutes,
  lightLines: fc.array(fc.record({ line: fc.integer({ min: 1, max: 9 }), orderedGrams: fc.nat(2000), packedGrams: fc.nat(2000) }), {
    maxLength: 4,
  }),
  isMachineSilent: fc.boolean(),
  pastCases: fc.nat(40),
})
const plain: LiabilityFacts = {
  ...{ party: 'platform', hasRider: true, acceptSeconds: 30, acceptTargetSeconds: 300, prepMinutes: 20, preparedMinutes: 20 },
  ...{ waitedMinutes: 2, lateMinutes: 0, silentMinutes: 0, lightLines: [], isMachineSilent: false, pastCases: 0 },
}

describe('whatever is known', () => {
  test('the shares are whole, together 100, and nothing is a rider’s where there was none', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const { shares, evidence } = proposeLiability(facts)
        expect(shares.store + shares.platform + shares.rider).toBe(100)
        expect(Math.min(...Object.values(shares))).toBeGreaterThanOrEqual(0)
        if (!facts.hasRider) expect(shares.rider).toBe(0)
        for (const { party, weight, text } of evidence) expect([shares[party] > 0 || weight === 0, text.length > 0]).toEqual([true, true])
      }),
    )
  })

  test('a store that prepares longer bears no less', () => {
    fc.assert(
      fc.property(someFacts, fc.nat(60), (facts, more) => {
        const known = { ...facts, preparedMinutes: facts.preparedMinutes ?? 0 }
        const longer = { ...known, preparedMinutes: known.preparedMinutes + more }
        expect(proposeLiability(longer).shares.store).toBeGreaterThanOrEqual(proposeLiability(known).shares.store)
      }),
    )
  })
})

test.each([
  ['a slow store', { party: 'rider', acceptSeconds: 900, preparedMinutes: 45 }, 'store'],
  ['a rider who came late and was silent', { party: 'platform', waitedMinutes: 35, silentMinutes: 30 }, 'rider'],
  ['a line that weighed too little', { party: 'platform', lightLines: [{ line: 2, orderedGrams: 1000, packedGrams: 700 }] }, 'store'],
  ['nothing but the topic', { party: 'platform' }, 'platform'],
] as const)('%s bears most of it, and it is said why', (_, more, bears) => {
  const { shares, evidence } = proposeLiability({ ...plain, ...more } as LiabilityFacts)
  expect(Object.entries(shares).toSorted((a, b) => b[1] - a[1])[0]?.[0]).toBe(bears)
  expect(evidence.some(({ party }) => party === bears)).toBe(true)
})
