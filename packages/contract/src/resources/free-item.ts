import type { Choice } from './choice.ts'

/** What of a group says what an item costs at least. */
interface Offered {
  minChoices: number
  freeChoices: number
  choices: readonly Pick<Choice, 'priceDelta'>[]
}

interface Whole {
  priceMinor: number
  groups: readonly Offered[]
}

/**
 * Whether customers would have an item for nothing: its price is 0, and nothing that must be chosen with it adds to that, such as a size. Of a
 * group the cheapest are free. The one rule of every door by which prices come. Pure.
 */
export function isFree(priceMinor: number, groups: readonly Offered[]): boolean {
  return priceMinor === 0 && groups.every(addsNothing)
}

function addsNothing({ minChoices, freeChoices, choices }: Offered): boolean {
  const adds = choices.map(({ priceDelta }) => priceDelta?.minor ?? 0).toSorted((a, b) => a - b)
  return adds
    .slice(0, minChoices)
    .slice(freeChoices)
    .every((minor) => minor <= 0)
}

/** Whether an item that cost something becomes free by other groups, by its price or by both. What is free already is no news. Pure. */
export function becomesFree(before: Whole, after: Whole): boolean {
  return isFree(after.priceMinor, after.groups) && !isFree(before.priceMinor, before.groups)
}

/** What is said of such a price where it is taken all the same. */
export const freeWords = 'is 0: customers have it for nothing'
/** What is said of one that many prices are changed to at once, where the change does not let items become free. */
export const freeUnallowed = `${freeWords}, and the change does not let items become free`
/** What is said where nobody said so. */
export const freeUnsaid = `${freeWords}. Say that it is free, or give it a price`
