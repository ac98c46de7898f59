/** What is said of a price that lets customers have an item for nothing, where it is taken all the same. */
export const freeWords = (priceMinor: number) =>
  `${priceMinor === 0 ? 'is 0' : 'is taken off whole by choices'}: customers have it for nothing`

/** What is said of one that many prices are changed to at once, where the change does not let items become free. */
export const freeUnallowed = (priceMinor: number) => `${freeWords(priceMinor)}, and the change does not let items become free`

/** What is said where nobody said so. */
export const freeUnsaid = (priceMinor: number) =>
  `${freeWords(priceMinor)}. Say that it is free, or give it ${priceMinor === 0 ? 'a' : 'another'} price`

/** Whether that is what was said. */
export const isFreeWords = (words: string) => [0, 1].some((priceMinor) => words === freeWords(priceMinor))
export const isFreeUnsaid = (words: string) => [0, 1].some((priceMinor) => words === freeUnsaid(priceMinor))
