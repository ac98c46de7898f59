import { type ChangeFieldKey, type ChangeValue, type ChangeValues, type Currency, changeField, labelsOf, money } from '@larder/contract'
import { format } from '#kit/format.ts'
import type { Other } from './decide.ts'
import type { Misfit } from './judge.ts'

/** What records are called that fields name by their ids. */
export type NamesById = ReadonlyMap<string, string>

/** What a field holds, as people read it. */
export function valueWords(key: ChangeFieldKey, value: ChangeValue, currency: Currency, names: NamesById): string {
  if (value === null) return 'nothing'
  const { form, schema } = changeField(key)
  if (form === 'amount') return format().money(money(Number(value), currency))
  if (form === 'flag') return value ? 'Yes' : 'No'
  if (form === 'record') return names.get(String(value)) ?? 'another one'
  if (form === 'number') return format().number(Number(value))
  return labelsOf(schema)?.[String(value)] ?? String(value)
}

/** "Price is ₹130.00 by now, not ₹120.00." for each. */
export function othersWords(others: readonly Other[], currency: Currency, names: NamesById): string | null {
  const words = others.map(({ field, wanted, now }) => {
    const told = (value: ChangeValue) => valueWords(field, value, currency, names)
    return `${changeField(field).label} is ${told(now)} by now, not ${told(wanted)}.`
  })
  return words.join(' ').slice(0, 1000) || null
}

/** "Price ₹50.00 is below the ₹60.00 that its options can take off", of what would be written. */
export function misfitWords(
  { field, words }: Misfit,
  values: ChangeValues,
  { store, names }: { store: { currency: Currency }; names: NamesById },
): string {
  return `${changeField(field).label} ${valueWords(field, values[field] ?? null, store.currency, names)} ${words}`
}
