import type { Facts } from '../resource/declaration.ts'

const known = new Map<string, Facts>()

/** Says how records of an entity are found, for files that name them. */
export function makeKnown(facts: Facts): void {
  known.set(facts.entity, facts)
}

/** How records of an entity are found; undefined of what is no `resource`. */
export function factsOf(entity: string): Facts | undefined {
  return known.get(entity)
}
