/** `picked_up` and `on-shift` as words; for values that nobody gave a label. */
export function wordsOf(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is wrong with a field after its name; a sentence of its own (`Fish Cove is closed.`) is said as it is. */
export function toldOf(label: string, words: string): string {
  return /^\p{Lu}/u.test(words) ? words : `${label} ${words}`
}

/** The first letters of a person's first and last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return `${words[0]?.charAt(0) ?? ''}${words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''}`.toUpperCase()
}

/** Whether each says more than a word: such stand one below the other, or follow one another, without commas. */
export function areSentences(list: readonly string[] = []): boolean {
  return list.length > 0 && list.every((each) => each.endsWith('.'))
}
