/** What is made when it is first asked for, and anew once it is so old: a hundred endpoints described would make the start wait. */
export function keptFor<T extends object>(ms: number, make: () => T, clock = () => performance.now()): () => T {
  let kept: { made: T; until: number } | undefined
  return () => {
    if (!kept || clock() >= kept.until) kept = { made: make(), until: clock() + ms }
    return kept.made
  }
}
