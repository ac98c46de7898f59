import { isCurrency, type Setting, type TaxedPrices, type TaxRegime } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import type { Field } from '#kit/fields/field.ts'
import { numberField, percentField, textField } from '#kit/fields/fields.tsx'
import type { Option } from '#kit/fields/options.ts'

interface Draft {
  value?: string | number | null
}

const taxRegimes: Record<TaxRegime, string> = { 'in-gst': 'GST of India', simple: 'By rate' }
const taxedPrices: Record<TaxedPrices, string> = { exclusive: 'No, tax is added', inclusive: 'Yes' }

/** Settings that are one of a list; the others are a number or a line of text. */
const choices: Partial<Record<Setting['id'], () => readonly Option[]>> = {
  'installation.currency': listCurrencies,
  'installation.timeZone': () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  'installation.taxRegime': () => labelled(taxRegimes),
  'tax.prices': () => labelled(taxedPrices),
}

/** The field that asks for a setting's value, and shows it. */
export function settingField(setting: Setting): Field<Draft> {
  // The draft is of this very setting, whose value is of its field's kind.
  return fieldOfKind(setting) as Field<Draft>
}

function fieldOfKind({ id, label, unit, initial }: Setting): Field<never> {
  const options = choices[id]
  if (options) return selectField('value', { label, options: options() })
  if (unit === 'ppm') return percentField('value', { label })
  return typeof initial === 'number' ? numberField('value', { label, ...(unit && { unit }) }) : textField('value', { label })
}

function labelled(labels: Record<string, string>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

function listCurrencies(): Option[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter(isCurrency)
    .map((code) => ({ value: code, label: `${names.of(code)} (${code})` }))
}
