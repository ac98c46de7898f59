/** Milliseconds before the next attempt after `failures` failed ones: doubled each time, up to a limit. */
export function backOffMs(failures: number, { firstMs, limitMs }: { firstMs: number; limitMs: number }): number {
  return Math.min(limitMs, firstMs * 2 ** Math.min(failures, 30))
}
