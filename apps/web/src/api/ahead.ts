import type { HeldAct } from '#state/held.ts'

/**
 * An answer of the server as it will be once the held acts are done: their records changed, or gone from their lists. A record that has
 * another version is as the server says.
 */
export function ahead<T>(answer: T, held: readonly HeldAct[]): T {
  return held.length === 0 ? answer : (changed(answer, held) as T)
}

function changed(value: unknown, held: readonly HeldAct[]): unknown {
  if (Array.isArray(value)) return value.filter((each) => actOn(each, held)?.change !== null).map((each) => changed(each, held))
  if (typeof value !== 'object' || value === null) return value
  const inside = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, held)]))
  return { ...inside, ...actOn(value, held)?.change }
}

function actOn(value: unknown, held: readonly HeldAct[]): HeldAct | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('version' in value)) return undefined
  return held.find(({ id, version }) => id === value.id && version === value.version)
}
