/** Chance that a seed decides: the same text draws the same again. */
export interface Random {
  /** From 0 up to 1, which is never reached. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  between(min: number, max: number): number
  chance(probability: number): boolean
  /** An entry of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T
}

/** A stream of draws of its own for each text (splitmix32 over a string hash). */
export function createRandom(seed: string): Random {
  let state = 0
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x9e3779b1) + 0x7f4a7c15
  function next(): number {
    state = (state + 0x9e3779b9) | 0
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
  }
  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('there is nothing to pick from')
    return list[Math.floor(next() * list.length)] as T
  }
  return {
    next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick,
  }
}
