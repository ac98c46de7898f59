import type { Choice, ChoiceGroupRow } from '@larder/contract'
import { format } from '#kit/format.ts'

type Ranged = Pick<ChoiceGroupRow, 'minChoices' | 'maxChoices' | 'freeChoices'>

/** How many are chosen, as the trade says it: "exactly 1", "up to 3, 1 free". */
export function rangeWords({ minChoices: least, maxChoices: most, freeChoices: free }: Ranged): string {
  const range = least === most ? `exactly ${most}` : least === 0 ? `up to ${most}` : `${least} to ${most}`
  return free > 0 ? `${range}, ${free} free` : range
}

/** A choice with what it adds or takes off: "Raita +₹25.00". */
export function pricedWords({ name, priceDelta }: Pick<Choice, 'name' | 'priceDelta'>): string {
  if (!priceDelta || priceDelta.minor === 0) return name
  return `${name} ${priceDelta.minor > 0 ? '+' : ''}${format().money(priceDelta)}`
}
