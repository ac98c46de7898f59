import type { CrateMovement } from '@larder/contract'

/** What a store holds of one kind of crate, and what deposits are held for them in minor units. */
export interface Held {
  balance: number
  depositMinor: number
}

/**
 * What a store holds after a movement. Crates that come to it bring the deposit of today; those that leave take an equal part of what is held, so
 * that nothing is left with the last. Below zero, where only a correction leads, no deposit is held.
 */
export function moved(held: Held, { kind, quantity }: Pick<CrateMovement, 'kind' | 'quantity'>, unitMinor: number): Held {
  const balance = held.balance + (kind === 'return' ? -quantity : quantity)
  const [had, has] = [Math.max(0, held.balance), Math.max(0, balance)]
  if (has >= had) return { balance, depositMinor: held.depositMinor + (has - had) * unitMinor }
  return { balance, depositMinor: Number((BigInt(held.depositMinor) * BigInt(has)) / BigInt(had)) }
}
