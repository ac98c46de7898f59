// Variables that earlier versions knew: whoever still sets one believes in something that does not happen.
const REMOVED: Record<string, string> = { REDIS_URL: 'the processes of an installation find each other through the database' }
const LETTERS_PER_SLIP = 5

/** What is wrong with the names of an environment: variables that are gone, and those that look like one of the `known`, misspelt. */
export function findWrongNames(environment: Record<string, string | undefined>, known: readonly string[]): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return []
    const because = REMOVED[name]
    if (because) return [`${name} is not a variable of Larder any more: ${because}`]
    const meant = known.find((candidate) => looksLike(name, candidate))
    return meant ? [`${name} is not a variable of Larder; did you mean ${meant}?`] : []
  })
}

// A slip in five letters, underscores aside: short names are near too many that are somebody else's (HOST and HOME). Or its last word is missing.
function looksLike(name: string, known: string): boolean {
  const [one, other] = [name, known].map((text) => text.replaceAll('_', ''))
  const isCutShort = name.includes('_') && known.startsWith(`${name}_`)
  return isCutShort || (one !== undefined && other !== undefined && distance(one, other) <= Math.floor(other.length / LETTERS_PER_SLIP))
}

/** How many letters have to be added, left out or replaced to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, wanted] of [...other].entries()) {
      const [replaced = 0, left = 0, added = 0] = [row[column], row[column + 1], next[column]]
      next.push(Math.min(replaced + Number(letter !== wanted), left + 1, added + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
