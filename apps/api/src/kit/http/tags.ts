/**
 * What is told, with the tag of it, which is another once something else would be told; without a value where the caller has it already. What an
 * endpoint that is `tagged` answers.
 */
export interface Tagged<T> {
  tag: string
  value?: T
}

/** The tags of what a caller has, by its `If-None-Match`, bare. */
export function knownTags(header: string | undefined): string[] {
  return header?.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"(.*)"$/, '$1')) ?? []
}
