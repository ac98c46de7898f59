import type { FeeTier, PrepLoad, PrepWindow, Store } from '@larder/contract'
import { custom } from '#kit/cells/columns.tsx'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { moneyField, numberField, timeField } from '#kit/fields/fields.tsx'
import { linesField } from '#kit/fields/lines-field.tsx'
import { format } from '#kit/format.ts'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const dayOptions = days.map((label, day) => ({ value: String(day), label }))

const windowWords = ({ day, from, to, extraMinutes }: PrepWindow) =>
  `${days[day]} ${format().time(from)}–${format().time(to)} +${extraMinutes} min`
const loadWords = ({ openOrders, extraMinutes }: PrepLoad) => `from ${openOrders} open orders on +${extraMinutes} min`
const tierWords = ({ maxKm, fee }: FeeTier) => `up to ${format().number(maxKm)} km ${format().money(fee)}`

/** A day of the week is kept as its number. */
const dayField = () => {
  const field = selectField('day', { label: 'Day', options: dayOptions })
  const input: typeof field.input = ({ value, onChange, ...props }) =>
    field.input({ ...props, value: String(value ?? ''), onChange: (chosen) => onChange(chosen === '' ? null : Number(chosen)) })
  return { ...field, input, show: (value: unknown) => days[Number(value)] ?? 'none' }
}

export const prepWindowsField = linesField<'prepWindows', PrepWindow>('prepWindows', {
  label: 'More minutes by the hour',
  help: 'Added to the preparation within these hours of the week',
  line: 'rule',
  isUnordered: true,
  fields: [dayField() as never, timeField('from'), timeField('to'), numberField('extraMinutes', { label: 'More' })],
  blank: (last) => ({
    day: last ? (last.day + 1) % 7 : 5,
    from: last?.from ?? '19:00',
    to: last?.to ?? '21:00',
    extraMinutes: last?.extraMinutes ?? 10,
  }),
  words: windowWords,
})

export const prepLoadsField = linesField<'prepLoads', PrepLoad>('prepLoads', {
  label: 'More minutes by load',
  help: 'Added while so many orders wait, are accepted or being prepared',
  line: 'rule',
  fields: [numberField('openOrders', { label: 'Open orders' }), numberField('extraMinutes', { label: 'More' })],
  blank: (last) => ({ openOrders: (last?.openOrders ?? 0) + 5, extraMinutes: (last?.extraMinutes ?? 0) + 5 }),
  words: loadWords,
})

export const feeTiersField = linesField<'feeTiers', FeeTier>('feeTiers', {
  label: 'Own delivery fee by distance',
  line: 'tier',
  none: "As the area's",
  fields: [numberField('maxKm', { label: 'Distance', fraction: true }), moneyField('fee')],
  blank: (last) => ({ maxKm: Number(last?.maxKm ?? 0) + 2 || 2, fee: last?.fee ?? null }),
  words: tierWords,
})

export const deliveryWords = ({ deliversFor }: Store) => deliversFor.map(tierWords).join(', ') || 'nowhere'

const ruleWords = ({ prepWindows, prepLoads }: Store) => [...prepWindows.map(windowWords), ...prepLoads.map(loadWords)].join(', ') || 'none'
export const prepRules = custom<Store>('prepWindows', 'Preparation rules', ruleWords)
