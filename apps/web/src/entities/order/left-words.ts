import { isZeroMoney, type Money } from '@larder/contract'
import { format } from '#kit/format.ts'
import { orWords } from '#kit/or-words.ts'

interface Limits {
  /** What the reader may give by themselves; null where nothing limits them. */
  alone: Money | null
  givenAlone: Money
  /** What the limit is held against in words; without it what was taken off an order, given back of it or given for it. */
  countedFor?: string
  /** The roles of those who could approve what is more. */
  approvers?: readonly string[]
}

/** `: ₹380.00 was taken off or given without approval already`, empty where nothing was. */
function beforeWords({ givenAlone, countedFor }: Limits): string {
  const deed = countedFor === undefined ? 'taken off or given' : `given for ${countedFor}`
  return isZeroMoney(givenAlone) ? '' : `: ${format().money(givenAlone)} was ${deed} without approval already`
}

/** `₹320.00 is left of ₹640.00 that was paid.` */
export function leftWords({ left, captured }: { left: Money; captured: Money }): string {
  return `${format().money(left)} is left of ${format().money(captured)} that was paid.`
}

/** `Beyond ₹120.00 another person has to approve it: …`; empty where nothing that is left goes beyond. */
export function limitWords({ left, ...limits }: Limits & { left: Money | null }): string {
  const { alone } = limits
  if (!alone || (left && alone.minor >= left.minor)) return ''
  return `Beyond ${format().money(alone)} another person has to approve it${beforeWords(limits)}.`
}

/** That more is given than an order came to; null where it is not. */
export function overWords(order: string, amount: Money | null, worth: Money): string | null {
  if (!amount || !(amount.minor > worth.minor)) return null
  const { money } = format()
  return `${money(amount)} is more than the ${money(worth)} that ${order} came to.`
}

/** That more is to go back than is left; null where it is not, and of what is no amount yet. */
export function moreThanLeftWords(minor: number, { left }: { left: Money }): string | null {
  const { money } = format()
  return minor > left.minor ? `${money({ ...left, minor })} is more than the ${money(left)} that is left.` : null
}

/** Why an amount takes another person, before it is sent; null where it does not. */
export function beyondWords(minor: number, limits: Limits): string | null {
  const { alone } = limits
  if (!alone || minor <= alone.minor) return null
  const { money } = format()
  return `${money({ ...alone, minor })} is more than the ${money(alone)} that you may give alone${beforeWords(limits)}. It is sent to ${orWords(limits.approvers ?? []) || 'another person'} to be approved.`
}
