/** What each value of a list means, in a sentence of its own. */
export function valuesOf(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([value, meaning]) => `\`${value}\`: ${meaning.replace(/\.$/, '')}.`)
    .join(' ')
}
