import { exactMinor, type Money, MoneyError, money, wholeNumber } from './money.ts'

/**
 * Splits a total by weights (whole, not negative), by largest remainder, ties to the lowest index. The shares add up to the total exactly,
 * each is less than one minor unit from its true part, a zero weight gets nothing. A zero total needs no weight; any other total throws
 * `MoneyError` when all weights are zero.
 */
export function allocateMoney(total: Money, weights: readonly number[]): Money[] {
  const exact = weights.map((weight) => wholeNumber(weight, 'weights'))
  return share(BigInt(total.minor), exact).map((minor) => money(minor, total.currency))
}

/**
 * Splits a part (a partial refund) over what remains of each component: `0 <= share <= remaining`, and the last part leaves exactly zero
 * everywhere. Throws `MoneyError` for negative amounts, more than remains, or mixed currencies.
 */
export function allocateRemaining(amount: Money, remaining: readonly Money[]): Money[] {
  const weights = remaining.map((part) => exactMinor(part, amount.currency))
  const left = weights.reduce((sum, weight) => sum + weight, 0n)
  if (amount.minor < 0 || BigInt(amount.minor) > left)
    throw new MoneyError('range', `${amount.minor} is not within the ${left} that remain`)
  return share(BigInt(amount.minor), weights).map((minor) => money(minor, amount.currency))
}

function share(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.some((weight) => weight < 0n)) throw new MoneyError('weights', 'a weight is negative')
  if (total === 0n) return weights.map(() => 0n)
  if (total < 0n) return share(-total, weights).map((part) => -part)
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) throw new MoneyError('weights', 'there is no weight to share by')
  const floors = weights.map((weight) => (total * weight) / sum)
  const left = Number(total - floors.reduce((all, part) => all + part, 0n))
  const raised = new Set(byRemainder(weights.map((weight) => (total * weight) % sum)).slice(0, left))
  return floors.map((part, index) => (raised.has(index) ? part + 1n : part))
}

/** Indexes from the largest remainder to the smallest; the sort is stable, so ties keep the lowest index first. */
function byRemainder(remainders: readonly bigint[]): number[] {
  const entries = remainders.map((remainder, index) => ({ remainder, index }))
  entries.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1))
  return entries.map((entry) => entry.index)
}
