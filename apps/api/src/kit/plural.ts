/** What several of an entity are called: `store-location` in "a page of store locations". */
export function manyOf(entity: string): string {
  const words = entity.replaceAll('-', ' ')
  if (words === 'staff') return words
  return /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : words.endsWith('s') ? words : `${words}s`
}
