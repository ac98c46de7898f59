import { likeness } from '#kit/likeness.ts'

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
