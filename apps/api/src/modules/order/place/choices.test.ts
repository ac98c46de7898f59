import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chosen, choiceProblems, optionsOf } from './choices.ts'
import type { SoldItem } from './selling.ts'

const names = ['Cheese', 'Egg', 'Olives', 'Chilli']
const itemWith = (minChoices: number, maxChoices: number) =>
  ({
    ...{ id: 'item', name: 'Pizza', unit: 'pc', price_minor: 10_000 },
    groups: [
      {
        ...{ name: 'Extras', kind: 'addon', minChoices, maxChoices, freeChoices: 0 },
        choices: names.map((name) => ({ name, priceDelta: { minor: 1000, currency: 'INR' }, available: true })),
      },
    ],
  }) as unknown as SoldItem
const problemsOf = (item: SoldItem, chosen: Chosen) => choiceProblems(item, { itemId: 'item' as never, quantity: 1, ...chosen }, 3)

test('a choice that is named twice is refused at its group, whichever fields name it', () => {
  const refused = (field: string) => [
    { code: 'choice-twice', field: `lines.3.${field}.Extras`, message: 'Pizza takes Extras “Cheese” once, not twice.' },
  ]
  const item = itemWith(0, 3)
  expect(problemsOf(item, { addons: { Extras: Array(6).fill('Cheese') } })).toEqual(refused('addons'))
  expect(problemsOf(item, { choices: { Extras: 'Cheese' }, addons: { Extras: ['Egg', 'Cheese'] } })).toEqual(refused('addons'))
  expect(problemsOf(item, { choices: { Extras: 'Cheese' }, addons: { Extras: ['Egg', 'Olives'] } })).toEqual([])
})

test('what is taken is as many as were named, each once and paid, and no more than the most', () => {
  const Bounds = fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 })).map(([a, b]) => [Math.min(a, b), b] as const)
  const Named = fc.array(fc.constantFrom(...names), { maxLength: 8 })
  fc.assert(
    fc.property(Bounds, fc.option(fc.constantFrom(...names), { nil: undefined }), Named, ([least, most], one, several) => {
      const item = itemWith(least, most)
      const chosen = { ...(one !== undefined && { choices: { Extras: one } }), addons: { Extras: several } }
      const asked = [...(one === undefined ? [] : [one]), ...several]
      const codes = problemsOf(item, chosen).map(({ code }) => code)
      expect(codes.includes('choice-twice')).toBe(new Set(asked).size < asked.length)
      if (codes.length > 0) return
      const options = optionsOf(item, chosen, 'INR')
      expect(options.map(({ choice }) => choice).toSorted()).toEqual(asked.toSorted())
      expect(options.reduce((sum, { priceDelta }) => sum + priceDelta.minor, 0)).toBe(asked.length * 1000)
      expect(asked.length).toBeGreaterThanOrEqual(least)
      expect(asked.length).toBeLessThanOrEqual(most)
    }),
  )
})
