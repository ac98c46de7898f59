/** Keeps a map that is written in the order of use from growing: beyond `most` entries the older half goes, at once, because looking for the single oldest is slow. */
export function forgetOldest<K>(entries: Map<K, unknown>, most: number): void {
  if (entries.size <= most) return
  let surplus = Math.ceil(entries.size / 2)
  for (const key of entries.keys()) {
    if (surplus-- === 0) return
    entries.delete(key)
  }
}
