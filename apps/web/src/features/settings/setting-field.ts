import { isCurrency, type Setting, taxedPricesLabels, taxRegimeLabels } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import type { Field } from '#kit/fields/field.ts'
import { numberField, percentField, textField } from '#kit/fields/fields.tsx'
import { type Option, optionsOf } from '#kit/fields/options.ts'

interface Draft {
  value?: string | number | null
}

/** Settings that are one of a list; the others are a number or a line of text. */
const choices: Partial<Record<Setting['id'], (setting: Setting) => readonly Option[]>> = {
  'installation.currency': listCurrencies,
  'installation.timeZone': listTimeZones,
  'installation.taxRegime': () => optionsOf(taxRegimeLabels),
  'tax.prices': () => optionsOf(taxedPricesLabels),
}

/** The field that asks for a setting's value, and shows it. */
export function settingField(setting: Setting): Field<Draft> {
  // The draft is of this very setting, whose value is of its field's kind.
  return fieldOfKind(setting) as Field<Draft>
}

function fieldOfKind(setting: Setting): Field<never> {
  const { id, label, unit, initial } = setting
  const options = choices[id]
  if (options) return selectField('value', { label, options: options(setting) })
  if (unit === 'ppm') return percentField('value', { label })
  return typeof initial === 'number' ? numberField('value', { label, ...(unit && { unit }) }) : textField('value', { label })
}

// Browsers know some zones by an older name only: the ones in use are choices all the same.
function listTimeZones({ value, initial }: Setting): Option[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), String(initial), String(value)])
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

function listCurrencies(): Option[] {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .filter(isCurrency)
    .map((code) => ({ value: code, label: `${names.of(code)} (${code})` }))
}
