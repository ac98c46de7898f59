import { expect, test } from 'vitest'
import { isFree } from './free-item.ts'

const group = (minChoices: number, freeChoices: number, ...minors: (number | null)[]) => ({
  ...{ minChoices, freeChoices },
  choices: minors.map((minor) => ({ priceDelta: minor === null ? null : { minor, currency: 'INR' } })),
})

test.each([
  ['of a price', 1, [], false],
  ['without a price', 0, [], true],
  ['of sizes, one of which must be chosen', 0, [group(1, 0, 5000, 9000)], false],
  ['of sizes, one of which costs nothing', 0, [group(1, 0, 5000, null)], true],
  ['of sizes that need not be chosen', 0, [group(0, 0, 5000)], true],
  ['of two that must be chosen, one of them free', 0, [group(2, 1, 5000, 9000)], false],
  ['of two that must be chosen, both of them free', 0, [group(2, 2, 5000, 9000)], true],
  ['with a group that costs nothing beside one that does', 0, [group(1, 0, null), group(1, 0, 100)], false],
])('an item %s', (_, price, groups, free) => {
  expect(isFree(price, groups)).toBe(free)
})
