import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionsOf } from '../order/place/choices.ts'
import { becomesFree, isFree, leastPrice, mostOff } from './choice-price.service.ts'

const group = (minChoices: number, freeChoices: number, ...minors: (number | null)[]) => ({
  ...{ minChoices, maxChoices: Math.max(1, minChoices), freeChoices },
  choices: minors.map((minor, at) => ({
    name: `Choice ${at}`,
    priceDelta: minor === null ? null : { minor, currency: 'INR' },
    available: true,
  })),
})
const weight = { ...group(1, 0), choices: [{ name: '500 g', priceDelta: null, available: true }] }
const item = (price_minor: number) => ({ unit: 'pc', price_minor }) as const

test.each([
  ['of a price', 1, [], false],
  ['without a price', 0, [], true],
  ['of sizes, one of which must be chosen', 0, [group(1, 0, 5000, 9000)], false],
  ['of sizes, one of which costs nothing', 0, [group(1, 0, 5000, null)], true],
  ['of sizes that need not be chosen', 0, [group(0, 0, 5000)], true],
  ['of two that must be chosen, one of them free', 0, [group(2, 1, 5000, 9000)], false],
  ['of two that must be chosen, both of them free', 0, [group(2, 2, 5000, 9000)], true],
  ['with a group that costs nothing beside one that does', 0, [group(1, 0, null), group(1, 0, 100)], false],
  ['of which a choice that must be made takes all off', 5000, [group(1, 0, -5000)], true],
  ['of which one of two choices takes all off', 5000, [group(1, 0, -5000, null)], true],
  ['of which a choice takes all off that need not be made', 5000, [group(0, 0, -5000)], true],
  ['of which two groups take all off together', 5000, [group(1, 0, -3000), group(1, 0, -2000)], true],
  ['of which a choice takes all off beside a size that costs', 5000, [group(1, 0, -5000), group(1, 0, 100)], false],
  ['of which a choice takes off what its weight leaves', 5000, [group(1, 0, -2500), weight], true],
  ['of which a choice takes a part off', 5000, [group(1, 0, -4999)], false],
  ['of which a choice takes off more than it costs', 5000, [group(1, 0, -5001)], false],
  ['without a price of which a choice takes something off', 0, [group(1, 0, -1)], true],
])('an item %s', (_, price, groups, free) => {
  expect(isFree(item(price), groups)).toBe(free)
})

test('what was free already, or still costs something, does not become it', () => {
  const [off, part] = [[group(1, 0, -5000)], [group(1, 0, -4000)]]
  const becomes = (before: typeof off, after: typeof off) =>
    becomesFree({ item: item(5000), groups: before }, { item: item(5000), groups: after })
  expect([becomes([], off), becomes(part, off), becomes(off, off), becomes([], part)]).toEqual([true, true, false, false])
})

const Offered = fc
  .record({
    minors: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 1, maxLength: 4 }),
    least: fc.nat(4),
    more: fc.nat(4),
    free: fc.nat(4),
  })
  .map(({ minors, least, more, free }) => {
    const min = Math.min(least, minors.length)
    return { ...group(min, free, ...minors), maxChoices: Math.max(1, Math.min(minors.length, min + more)) }
  })
const subsets = <T>(all: readonly T[]): T[][] => all.reduce<T[][]>((sets, one) => sets.concat(sets.map((set) => set.concat([one]))), [[]])

test('it is the least of what an order is charged, whatever may be chosen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2000 }), fc.array(Offered, { maxLength: 2 }), (price, offered) => {
      fc.pre(mostOff(item(price), offered) <= BigInt(price))
      const groups = offered.map((one, at) => ({ ...one, name: `Group ${at}`, kind: 'option' as const }))
      const ways = groups.reduce<Record<string, string[]>[]>(
        (all, { name, choices, minChoices, maxChoices }) =>
          all.flatMap((way) =>
            subsets(choices.map((choice) => choice.name))
              .filter(({ length }) => length >= minChoices && length <= maxChoices)
              .map((chosen) => ({ ...way, [name]: chosen })),
          ),
        [{}],
      )
      const charged = ways.map((addons) =>
        optionsOf({ ...item(price), groups } as never, { addons }, 'INR').reduce((sum, { priceDelta }) => sum + priceDelta.minor, price),
      )
      expect(leastPrice(item(price), groups)).toBe(BigInt(Math.min(...charged)))
    }),
  )
})
