import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { firstIdAt, type Id, idInstant, idOf, isId, newId } from './id.ts'
import { instantOf } from './instant.ts'

const times = fc.integer({ min: 0, max: 253_402_300_799_999 })

test('a new id is a UUID of version 7 and tells its millisecond', () => {
  fc.assert(
    fc.property(times, (ms) => {
      const id = newId(ms)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(idInstant(id)).toBe(instantOf(ms))
    }),
    { numRuns: 2000 },
  )
})

test('ids of one millisecond rise in the order they were made, also when other times come between', () => {
  // More than 2 ** 20, so that every digit of the count moves.
  let previous = newId(1_795_000_000_000)
  for (let index = 0; index < 1_100_000; index += 1) {
    if (index % 1000 === 0) newId(1_600_000_000_000)
    const id = newId(1_795_000_000_000)
    if (id <= previous) throw new Error(`${id} came after ${previous}`)
    previous = id
  }
})

test('the first id of a moment bounds the ids of before and after', () => {
  fc.assert(
    fc.property(times, times, (bound, ms) => {
      expect(newId(ms) >= firstIdAt(instantOf(bound))).toBe(ms >= bound)
    }),
    { numRuns: 1000 },
  )
  expect(firstIdAt('2026-11-01T00:00:00.000Z')).toBe('01a19467-e800-7000-8000-000000000000')
  expect(firstIdAt('1900-01-01T00:00:00.000Z')).toBe('00000000-0000-7000-8000-000000000000')
})

test('ids of other versions have no moment; times that no id can carry throw', () => {
  expect(idInstant('8d6a7f1e-1111-4222-8333-444455556666')).toBeNull()
  expect(idInstant('ffffffff-ffff-7fff-bfff-ffffffffffff')).toBeNull()
  for (const ms of [-1, Number.NaN, 2 ** 48]) expect(() => newId(ms)).toThrow(RangeError)
})

test('an id is taken in either case and any version, and kept in small letters', () => {
  const StoreId = idOf('store')
  expect(z.parse(StoreId, '8D6A7F1E-1111-4222-8333-44445555ABCD')).toBe('8d6a7f1e-1111-4222-8333-44445555abcd')
  for (const wrong of [
    '',
    'x',
    '8d6a7f1e11114222833344445555abcd',
    '{8d6a7f1e-1111-4222-8333-44445555abcd}',
    5,
    null,
    '8d6a7f1e-1111-4222-8333-44445555abcd\n',
  ]) {
    expect(z.safeParse(StoreId, wrong).error?.issues[0]?.message).toBe('is not the id of a store')
    expect(z.safeParse(idOf('area'), wrong).error?.issues[0]?.message).toBe('is not the id of an area')
  }
  expect([isId(newId()), isId(newId().toUpperCase())]).toEqual([true, false])
})

test("one entity's id does not pass for another's", () => {
  const store: Id<'store'> = newId<'store'>()
  // @ts-expect-error the entities differ
  const order: Id<'order'> = store
  expect(order).toBe(store)
})
