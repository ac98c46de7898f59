import type { Money } from '@larder/contract'
import { format } from '../format.ts'

/** An amount with its currency; a dash for none. */
export function MoneyText({ value }: { value: Money | null | undefined }) {
  return <span className="figure">{value ? format().money(value) : '–'}</span>
}
