/** What happened since the last line that was printed. */
export interface Tally {
  add(what: Counted): void
  /** How many since the start. */
  total(what: Counted): number
  /** The counts in words, and begins anew. */
  tell(): string
}

const words = {
  placed: 'placed',
  notOrdered: 'thought better of it',
  accept: 'accepted',
  reject: 'rejected',
  markReady: 'ready',
  deliver: 'delivered',
  collect: 'collected',
  cancel: 'cancelled',
  fail: 'failed',
  review: 'reviewed',
  refused: 'refused by the product',
} as const
export type Counted = keyof typeof words

export function isCounted(what: string): what is Counted {
  return what in words
}

export function createTally(): Tally {
  const totals = new Map<Counted, number>()
  let told = new Map<Counted, number>()
  return {
    add: (what) => void totals.set(what, (totals.get(what) ?? 0) + 1),
    total: (what) => totals.get(what) ?? 0,
    tell: () => {
      const since = [...totals].map(([what, count]) => [words[what], count - (told.get(what) ?? 0)] as const)
      told = new Map(totals)
      const parts = since.filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`)
      return parts.length > 0 ? parts.join(', ') : 'nothing happened'
    },
  }
}
