import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'
import { entryOf, fieldOf, rangeOf } from './range.ts'
import { areaContract } from './resources/area.ts'
import { crateContract } from './resources/crate.ts'
import { storeContract } from './resources/store.ts'
import { list } from './values/collection.ts'
import { maxPriceMinor } from './values/money.ts'
import { decimal, queryWhole, whole } from './values/number.ts'
import { opaque, text } from './values/text.ts'

test.each([
  ['a whole number', whole(1, 240), { min: 1, max: 240 }],
  ['a fraction', decimal(0.1, 100), { min: 0.1, max: 100 }],
  ['a number in an address', queryWhole(0, 9), { min: 0, max: 9 }],
  ['a text', text({ max: 80 }), { min: 1, max: 80 }],
  ['a key', opaque(40), { min: 0, max: 40 }],
  ['a list', list(z.boolean(), 20), { min: 0, max: 20 }],
  ['what may be left out or null', z.optional(z.nullable(whole(0, 5))), { min: 0, max: 5 }],
  ['what has no bounds', z.boolean(), {}],
  ['nothing', undefined, {}],
])('%s', (_what, schema, range) => {
  expect(rangeOf(schema)).toEqual(range)
})

test('of a field of an endpoint’s body', () => {
  const { shape } = storeContract.update
  expect(rangeOf(fieldOf(shape.body, 'prepMinutes'))).toEqual({ min: 1, max: 480 })
  expect(rangeOf(fieldOf(shape.body, 'displayName'))).toEqual({ min: 1, max: 80 })
  expect(rangeOf(fieldOf(shape.body, 'specialDays'))).toMatchObject({ max: 60 })
  expect(rangeOf(fieldOf(crateContract.create.shape.body, 'deposit'))).toEqual({ min: 0, max: maxPriceMinor })
  expect(rangeOf(fieldOf(areaContract.update.shape.body, 'surgePpm'))).toEqual({ min: 0, max: 5_000_000 })
  expect(fieldOf(shape.body, 'colour')).toBeUndefined()
})

test('of a field of a list’s entries', () => {
  const tiers = fieldOf(areaContract.update.shape.body, 'feeTiers')
  expect(rangeOf(tiers)).toEqual({ min: 1, max: 10 })
  expect(rangeOf(fieldOf(entryOf(tiers as Schema) as Schema, 'maxKm'))).toEqual({ min: 0.1, max: 100 })
  expect(entryOf(areaContract.create.shape.body)).toBeUndefined()
})
