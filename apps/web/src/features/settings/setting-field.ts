import {
  type Currency,
  currencies,
  currencyName,
  knownTimeZones,
  labelsOf,
  parseMoney,
  type Setting,
  type SettingKey,
  settings,
  settingValues,
} from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import type { Field } from '#kit/fields/field.ts'
import { numberField, percentField, textField, timeField } from '#kit/fields/fields.tsx'
import type { Option } from '#kit/fields/options.ts'
import { format } from '#kit/format.ts'
import type { Deed, HistoryWords, ToldEntry } from '#kit/resource/record/history-words.ts'
import { takesEffectField } from './takes-effect.tsx'

interface Draft {
  value?: string | number | null
}

/** The field that asks for a setting's value, and shows it. */
export function settingField(setting: Setting): Field<Draft> {
  // The draft is of this very setting, whose value is of its field's kind.
  return fieldOfKind(setting) as Field<Draft>
}

/** How the history of a setting speaks, by its key. */
export function settingWords(id: string): HistoryWords {
  const key = id as SettingKey
  // One that the product has no more is told in plain words.
  if (!(key in settings)) return { fields: [takesEffectField], deedOf }
  const { group, label, unit, initial } = settings[key]
  const setting = {
    id: key,
    group,
    label,
    // Of which currency an amount was is not said beside it.
    unit: unit === 'currency' ? null : unit,
    initial,
    ...settingValues(key),
    names: null,
    value: initial,
    follows: null,
    version: 0,
    allowed: [],
  }
  return { fields: [settingField(setting), takesEffectField], deedOf }
}

/** What was done to a planned change of it. */
function deedOf({ action, newOf, timeOf }: ToldEntry): Deed | undefined {
  const when = () => timeOf(String(newOf('takesEffectAt')))
  switch (action) {
    case 'plan':
      return { what: `Planned for ${when()}`, covers: ['takesEffectAt'] }
    case 'movePlan':
      return { what: `Planned change moved to ${when()}`, covers: ['takesEffectAt'] }
    case 'cancelPlan':
      return { what: 'Planned change cancelled' }
    case 'failPlan':
      return { what: 'Not changed as planned' }
    default:
      return undefined
  }
}

function fieldOfKind(setting: Setting): Field<never> {
  const { kind, label } = setting
  switch (kind) {
    case 'choice':
      return selectField('value', { label, options: listChoices(setting) })
    case 'currency':
      return selectField('value', { label, options: listCurrencies(setting) })
    case 'tax-profile':
      return selectField('value', { label, options: listProfiles(setting) })
    case 'time-zone':
      return selectField('value', { label, options: listTimeZones(setting) })
    case 'time':
      return timeField('value', { label })
    case 'number':
      return withRange(setting)
    default:
      return textField('value', { label })
  }
}

// The body of a change is that of any setting: the bounds of this one are its own.
function withRange({ label, unit, min, max }: Setting): Field<Draft> {
  const field = unit === 'ppm' ? percentField('value', { label }) : numberField('value', { label, ...(unit && { unit }) })
  const help = min === null || max === null ? undefined : field.rangeHelp?.({ min, max })
  return { ...field, ...(help !== undefined && { help }), ...(isCurrency(unit) && { show: amountIn(unit) }) } as Field<Draft>
}

const isCurrency = (unit: string | null): unit is Currency => currencies.includes(unit as Currency)

/** Whole units of a currency, as every other amount is written. */
function amountIn(currency: Currency) {
  return (value: unknown) => {
    const amount = parseMoney(String(value), currency)
    return amount ? format().wholeMoney(amount) : 'none'
  }
}

function listChoices({ id, choices }: Setting): Option[] {
  return (choices ?? []).map((value) => ({ value, label: labelsOf(settings[id].schema)?.[value] ?? value }))
}

// Browsers know some zones by an older name only: the ones in use are choices all the same.
function listTimeZones({ value, initial }: Setting): Option[] {
  const zones = new Set([...knownTimeZones(), String(initial), String(value)])
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

function listProfiles({ names }: Setting): Option[] {
  return [{ value: 'none', label: 'Not taxed' }, ...Object.entries(names ?? {}).map(([value, name]) => ({ value, label: name }))]
}

function listCurrencies({ choices }: Setting): Option[] {
  return (choices ?? []).map((code) => ({ value: code, label: `${currencyName(code)} (${code})` }))
}
