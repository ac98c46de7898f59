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
