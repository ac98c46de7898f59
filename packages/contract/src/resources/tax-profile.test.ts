import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldOf } from '../range.ts'
import { addDays } from '../values/local-date.ts'
import { type TaxRate, taxProfileContract, taxRateOn } from './tax-profile.ts'

const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days))
const rates = fc
  .record({
    first: fc.option(fc.constant('2019-06-01'), { nil: null }),
    froms: fc.uniqueArray(day, { maxLength: 8 }),
    ppm: fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 9, maxLength: 9 }),
  })
  .map(({ first, froms, ppm }): TaxRate[] => [first, ...froms.sort()].map((from, at) => ({ from, ratePpm: ppm[at] ?? 0 })))

test('the rate of a day is that of the last date up to it, and a later rate changes no earlier day', () => {
  fc.assert(
    fc.property(rates, day, fc.integer({ min: 0, max: 1_000_000 }), (held, on, ratePpm) => {
      const before = held.filter(({ from }) => (from ?? '') <= on)
      expect(taxRateOn(held, on)).toBe(before.at(-1)?.ratePpm)
      const last = held.at(-1)?.from ?? '2019-06-01'
      const later = [...held, { from: addDays(last > on ? last : on, 1), ratePpm }]
      expect(taxRateOn(later, on)).toBe(taxRateOn(held, on))
      expect(taxRateOn(later, addDays(later.at(-1)?.from ?? on, 400))).toBe(ratePpm)
    }),
  )
})

test('dates rise strictly, and the first alone may be missing', () => {
  const schema = fieldOf(taxProfileContract.create.shape.body, 'rates')
  const problemAt = (...froms: (string | null)[]) => {
    const result = schema?.['~standard'].validate(froms.map((from) => ({ from, ratePpm: 5 }))) as { issues?: { path: unknown[] }[] }
    return result.issues?.map(({ path }) => path.join('.')) ?? null
  }
  expect(problemAt(null, '2026-01-01', '2026-01-02')).toBeNull()
  expect(problemAt('2025-01-01', '2026-01-01')).toBeNull()
  expect(problemAt('2026-01-01', '2026-01-01')).toEqual(['1.from'])
  expect(problemAt(null, '2026-01-02', '2026-01-01')).toEqual(['2.from'])
  expect(problemAt(null, null)).toEqual(['1.from'])
  expect(problemAt()).toEqual([''])
})
