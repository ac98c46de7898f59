/** An item of a store, as far as a row of a scan is held against it. */
export interface StoreItem {
  id: string
  name: string
}

const LIKE = 0.72

/** What a name is compared by: letters and digits alone, in small letters. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** The item that is most likely meant by a name, as alike as names of one thing are; null where none is. */
export function matchItem<I extends StoreItem>(name: string, size: string | null, items: readonly I[]): I | null {
  const wanted = nameKey(size === null ? name : `${name} ${size}`)
  let best: { item: I; like: number } | null = null
  for (const item of items) {
    const like = likeness(wanted, nameKey(item.name))
    if (like >= LIKE && like > (best?.like ?? 0)) best = { item, like }
  }
  return best?.item ?? null
}

/** How alike two names are, 0 to 1: by the pairs of letters that they share (Dice). Of other numbers they are of other things. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1
  if (numbersOf(a) !== numbersOf(b)) return 0
  const [first, second] = [pairsOf(a), pairsOf(b)]
  let shared = 0
  for (const [pair, count] of first) shared += Math.min(count, second.get(pair) ?? 0)
  const all = [...first.values(), ...second.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (2 * shared) / all
}

const numbersOf = (name: string) => (name.match(/\d+/g) ?? []).join(' ')

function pairsOf(name: string): Map<string, number> {
  const pairs = new Map<string, number>()
  const padded = ` ${name} `
  for (let at = 0; at < padded.length - 1; at++) {
    const pair = padded.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
