import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Consent, type Flag, giftsOf, type Kept, withGifts, withoutGifts } from './customer.decide.ts'

const at = '2026-11-01T08:00:00.000Z'
const flags = fc.uniqueArray(
  fc.record({
    flag: fc.constantFrom('watch', 'blocked', 'no-cash'),
    reason: fc.string(),
    until: fc.constantFrom(null, '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'),
    at: fc.constant(at),
    by: fc.string(),
  }),
  { selector: ({ flag }) => flag },
)
const consents = fc.uniqueArray(
  fc.record({ channel: fc.constantFrom('email', 'sms', 'push'), isGiven: fc.boolean(), source: fc.string(), at: fc.constant(at) }),
  { selector: ({ channel }) => channel },
)
const record = fc.record({
  email: fc.option(fc.emailAddress(), { nil: null }),
  addresses: fc.uniqueArray(fc.string(), { maxLength: 20 }),
  flags: flags as fc.Arbitrary<Flag[]>,
  consents: consents as fc.Arbitrary<Consent[]>,
})
const byName = ({ email, addresses, flags, consents }: Kept) => ({
  email,
  addresses,
  flags: flags.toSorted((a, b) => a.flag.localeCompare(b.flag)),
  consents: consents.toSorted((a, b) => a.channel.localeCompare(b.channel)),
})
const [into, another] = [{ id: 'into' }, { id: 'another' }]
const held = ({ flags }: Kept, name: string) =>
  Math.max(
    0,
    ...flags.filter(({ flag }) => flag === name).map(({ until }) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until))),
  )
const agreed = ({ consents }: Kept) => consents.filter(({ isGiven }) => isGiven).map(({ channel }) => channel)

test('of two records each flag holds as long as the longer one, and who refused in either has not agreed', () => {
  fc.assert(
    fc.property(record, record, (goes, merged) => {
      const now = withGifts(goes, giftsOf({ ...goes, ...into }, merged, 20))
      for (const name of ['watch', 'blocked', 'no-cash']) expect(held(now, name)).toBe(Math.max(held(goes, name), held(merged, name)))
      const refused = merged.consents.filter(({ isGiven }) => !isGiven).map(({ channel }) => channel)
      expect(agreed(now)).toEqual(agreed(goes).filter((channel) => !refused.some((each) => each === channel)))
      expect(new Set(now.flags.map(({ flag }) => flag)).size).toBe(now.flags.length)
      expect(new Set(now.consents.map(({ channel }) => channel)).size).toBe(now.consents.length)
      expect(now.addresses.length).toBeLessThanOrEqual(20)
    }),
  )
})

test('undone at once each is what it was; what gave way to it comes back to nobody else', () => {
  fc.assert(
    fc.property(record, record, (goes, merged) => {
      const gifts = giftsOf({ ...goes, ...into }, merged, 20)
      const now = withGifts(goes, gifts)
      expect(byName(withoutGifts({ ...now, ...into }, gifts))).toEqual(byName(goes))
      const elsewhere = withoutGifts({ ...now, ...another }, gifts)
      expect(elsewhere.flags.every((flag) => now.flags.includes(flag))).toBe(true)
      expect(elsewhere.consents.every((consent) => now.consents.includes(consent))).toBe(true)
    }),
  )
})
