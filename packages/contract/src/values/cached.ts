/** A function that makes each key's value once, when first asked, and keeps it. For what is slow to make and of few kinds. */
export function cached<K, V>(make: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const made = make(key)
    values.set(key, made)
    return made
  }
}
