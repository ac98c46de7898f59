import { formatMoney, type Money } from '@larder/contract'

/** An amount with its currency; a dash for none. */
export function MoneyText({ value }: { value: Money | null | undefined }) {
  return <span className="figure">{value ? formatMoney(value) : '–'}</span>
}
