import type { VegMark } from '@larder/contract'

const size =
  /^(?:(?:\d+(?:[.,/]\d+)?|half|one|two|full|quarter|qtr|¼|½|¾) ?(?:kg|kgs|g|gm|gms|grams?|ml|l|ltr|litres?|cl|oz|lb|inch|in|"|pcs?|pieces?|plate|person|persons)|half|full|quarter|qtr|small|medium|large|regular|reg|jumbo|family|mini|single|double|triple|glass|bottle|plate|cup|jug|pot|bowl|portion|slice|whole|s|m|l|xl|xxl|1\/2|1\/4)\.?$/i

/** Whether words name a size: `Half`, `Small`, `500 ml`, `XL`. */
export function isSize(words: string): boolean {
  return size.test(words.trim())
}

const marks: readonly (readonly [RegExp, VegMark])[] = [
  [/[([{]\s*(?:non[- ]?veg(?:etarian)?|n\.?v\.?|n)\s*[)\]}]/i, 'non-veg'],
  [/[([{]\s*(?:contains )?eggs?\s*[)\]}]/i, 'egg'],
  [/[([{]\s*(?:pure )?(?:veg(?:etarian|an)?|v)\s*[)\]}]/i, 'veg'],
]

/** What brackets in a name say of its veg mark, and the name without them. */
export function partMark(name: string): { name: string; mark: VegMark | null } {
  for (const [pattern, mark] of marks) if (pattern.test(name)) return { name: name.replace(pattern, ' ').replace(/\s+/g, ' ').trim(), mark }
  return { name, mark: null }
}

/** A text as people would write it: without what is left of leaders, bullets and numbers before it, and a letter that is none. */
export function tidy(text: string): string {
  return text
    .replace(/^(?:[^\p{L}\p{N}("'&]+|\d{1,2}[.)]\s+)+/u, '')
    .replace(/[\s.,:;_~–—=|«»*·•"'-]+$/u, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A heading in capitals as a name: `MAIN COURSE` becomes `Main course`. */
export function asHeading(text: string): string {
  const plain = tidy(text)
  const isLoud = plain.length > 3 && plain === plain.toUpperCase()
  return isLoud ? plain.charAt(0) + plain.slice(1).toLowerCase() : plain
}
