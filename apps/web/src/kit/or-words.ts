/** `A`, `A or B`, `A, B or C`. Pure. */
export function orWords(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')
}
