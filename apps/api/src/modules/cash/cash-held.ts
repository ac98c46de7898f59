import { allocateMoney, type Instant, type LedgerAccount, money } from '@larder/contract'

/** What somebody holds of one order's cash, in minor units. */
export interface Held {
  order_id: string
  store_id: string
  branch_id: string
  minor: number
  since: Instant
}

/** What of a deposit is booked for one store. */
export interface Part {
  store_id: string
  branch_id: string
  moved: Partial<Record<LedgerAccount, number>>
}

/** The account on which a holder's cash stands. */
export const accountOf = { rider: 'rider-cash', store: 'store-cash' } as const

export function sumHeld(held: readonly Held[]): number {
  return held.reduce((sum, { minor }) => sum + minor, 0)
}

/**
 * What of each order leaves its holder: all of it, or what was taken first until `countedMinor` is reached. What was paid back of an order
 * that had been deposited stands below zero, and goes with all of it alone. Pure.
 */
export function takenOf(held: readonly Held[], countedMinor: number, isAll: boolean): Held[] {
  if (isAll) return [...held]
  let left = countedMinor
  return held.flatMap((each) => {
    const minor = Math.max(0, Math.min(left, each.minor))
    left -= minor
    return minor > 0 ? [{ ...each, minor }] : []
  })
}

/**
 * What a deposit books, store by store, in exact parts: cash that was counted comes to the office, what was taken leaves its holder, and
 * what of it was not counted, or too much, is a difference. Pure.
 */
export function partsOf(taken: readonly Held[], countedMinor: number, holder: keyof typeof accountOf, currency: string): Part[] {
  const stores = Object.values(Object.groupBy(taken, ({ store_id }) => store_id)).flatMap((rows = []) => {
    const [first] = rows
    return first ? [{ store_id: first.store_id, branch_id: first.branch_id, gone: sumHeld(rows) }] : []
  })
  if (stores.length === 0) return []
  const weights = stores.map(({ gone }) => Math.max(0, gone))
  const shares = allocateMoney(money(countedMinor, currency), weights)
  return stores.flatMap(({ gone, ...store }, at) => {
    const counted = shares[at]?.minor ?? 0
    const moved = Object.entries({ 'cash-office': counted, [accountOf[holder]]: -gone, 'cash-differences': gone - counted })
    const moving = moved.filter(([, minor]) => minor !== 0)
    return moving.length > 0 ? [{ ...store, moved: Object.fromEntries(moving) }] : []
  })
}
