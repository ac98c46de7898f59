import { addMoney, divideHalfUp, type Money, money, type OrderLine, type OrderProblem, verticals } from '@larder/contract'
import type { SellingStore, SoldItem, Wanted } from './selling.ts'

type WantedLine = Wanted['lines'][number]

const gramsPerKilogram = 1000n
const weight = /^(\d+(?:\.\d{1,3})?) (kg|g)$/

/** Of what a customer chose, what the item offers, with what it adds to the price of one piece. */
export function optionsOf(item: SoldItem, { choices = {} }: WantedLine, currency: string): OrderLine['options'] {
  return Object.entries(item.choices).flatMap(([group, offered]) => {
    const choice = choices[group]
    if (choice === undefined || !offered.includes(choice)) return []
    return [{ group, choice, priceDelta: money(deltaOf(item, choice), currency) }]
  })
}

/** The price of one piece as it was chosen. */
export function chosenPrice(item: SoldItem, line: WantedLine, currency: string): Money {
  return addMoney(money(item.price_minor, currency), ...optionsOf(item, line, currency).map(({ priceDelta }) => priceDelta))
}

// A piece of another weight costs in proportion: the item's price is that of a kilogram. Other choices cost nothing.
function deltaOf({ unit, price_minor: price }: SoldItem, choice: string): bigint {
  const grams = unit === 'pc' ? gramsOfChoice(choice) : null
  return grams === null ? 0n : divideHalfUp(BigInt(price) * (BigInt(grams) - gramsPerKilogram), gramsPerKilogram)
}

/** The grams of a choice that is a weight (`500 g`, `1.5 kg`), else null. */
export function gramsOfChoice(choice: string): number | null {
  const [, figure, unit] = weight.exec(choice) ?? []
  return figure === undefined ? null : Math.round(Number(figure) * (unit === 'kg' ? 1000 : 1))
}

/** What is wrong with the choices of a line. */
export function choiceProblems({ vertical }: SellingStore, item: SoldItem, { choices = {} }: WantedLine, at: number): OrderProblem[] {
  const unknown = Object.entries(choices).filter(([group, choice]) => !item.choices[group]?.includes(choice))
  const missing = verticals[vertical].needsChoices ? Object.keys(item.choices).filter((group) => choices[group] === undefined) : []
  return [
    ...unknown.map(([group, choice]) => ({
      code: 'choice-unknown' as const,
      field: `lines.${at}.choices.${group}`,
      message: `${item.name} does not come with ${group} “${choice}”.`,
    })),
    ...missing.map((group) => ({
      code: 'choice-needed' as const,
      field: `lines.${at}.choices.${group}`,
      message: `${item.name} needs its ${group}: ${item.choices[group]?.join(', ')}.`,
    })),
  ]
}

/** What was chosen in the lines of what is made to order; null when nothing of it is. Of two that differ the first holds. */
export function choicesMadeToOrder(store: SellingStore, wanted: Wanted): Record<string, string> | null {
  const made = madeToOrder(store, wanted)
  return made.length === 0 ? null : Object.assign({}, ...made.reverse())
}

/** Which flavours and weights (in grams) the lines of what is made to order name. */
export function namedByChoices(store: SellingStore, wanted: Wanted): { flavour: string[]; weightGrams: number[] } {
  const made = madeToOrder(store, wanted)
  return {
    flavour: made.flatMap(({ flavour }) => flavour ?? []),
    weightGrams: made.flatMap((choices) => Object.values(choices).flatMap((choice) => gramsOfChoice(choice) ?? [])),
  }
}

function madeToOrder({ vertical, items }: SellingStore, { lines }: Wanted): Record<string, string>[] {
  if (!verticals[vertical].needsChoices) return []
  const made = lines.filter(({ itemId }) => items.some(({ id, choices }) => id === itemId && Object.keys(choices).length > 0))
  return made.map(({ choices = {} }) => choices)
}
