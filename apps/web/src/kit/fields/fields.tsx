import {
  formatPhone,
  type LocalDate,
  type LocalTime,
  type Money,
  mostUnits,
  parseDay,
  parseMoney,
  parseTime,
  type Range,
  unitOf,
} from '@larder/contract'
import type { ReactNode } from 'react'
import { format } from '../format.ts'
import { wordsOf } from '../words.ts'
import type { Field, FieldInputProps, Having } from './field.ts'
import { ChipsInput, DayInput, LineInput, MoneyInput, NumberInput, SwitchInput, TimeInput } from './inputs/lazy-inputs.tsx'
import { numberOf, textOf } from './inputs/typed.ts'

export interface FieldOptions {
  label?: string
  help?: string
}

interface FieldParts {
  input: (props: FieldInputProps) => ReactNode
  show?: (value: unknown) => string
  rangeHelp?: (range: Range) => string | undefined
  parse?: (text: string, currency: string) => unknown
  view?: (value: unknown) => ReactNode
  isSecret?: true
  isFleeting?: true
  isChoice?: true
  isWhole?: true
  isSelfLabelled?: true
  isParted?: true
  isBroad?: true
  partName?: Field<never>['partName']
}

const ppmPerPercent = 10_000

const shown = (value: unknown) => {
  if (value === null || value === undefined || value === '') return 'none'
  return typeof value === 'object' ? 'incomplete' : String(value)
}

/** A draft holds whatever was typed, also what is no value yet: its words are those of what was typed, never an error. */
function total(show: (value: unknown) => string): (value: unknown) => string {
  return (value) => {
    try {
      return show(value)
    } catch {
      return shown(value)
    }
  }
}

function field<K extends string, V>(key: K, options: FieldOptions, parts: FieldParts): Field<Having<K, V>> {
  const { label = wordsOf(key), help } = options
  const { show = shown } = parts
  return { key, label, ...parts, show: total(show), read: (draft) => draft[key], ...(help !== undefined && { help }) }
}

/** `1 to 480 min`; `factor` is what is stored for one of what is typed. */
function rangeWords({ min, max }: Range, unit = '', factor = 1): string | undefined {
  if (min === undefined || max === undefined) return undefined
  const words = (stored: number) => format().number(stored / factor)
  return `${words(min)} to ${words(max)} ${unit}`.trim()
}

/** What a line of text is given: it takes no more than a text of the declared length can need. */
function lineProps({ range, ...props }: FieldInputProps) {
  return { ...props, longest: range?.max && mostUnits(range.max) }
}

/** A field that the builders don't cover; the input gets and gives the draft's own value. */
export function customField<K extends string, V>(key: K, options: FieldOptions & FieldParts): Field<Having<K, V>> {
  const { label, help, ...parts } = options
  return field(key, { ...(label && { label }), ...(help && { help }) }, parts)
}

export function textField<K extends string>(key: K, options: FieldOptions & { multiline?: boolean; placeholder?: string } = {}) {
  const { multiline, placeholder, ...rest } = options
  return field<K, string>(key, rest, {
    input: (props) => (
      <LineInput
        {...lineProps(props)}
        text={textOf(props.value)}
        onText={props.onChange}
        multiline={multiline ?? false}
        placeholder={placeholder}
      />
    ),
  })
}

export function emailField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, string>(key, options, {
    input: (props) => (
      <LineInput {...lineProps(props)} type="email" text={textOf(props.value)} onText={(text) => props.onChange(text || null)} />
    ),
  })
}

/** A secret: never shown, and told to the browser's keeper of passwords for what it is. */
export function passwordField<K extends string>(key: K, options: FieldOptions & { autoComplete: 'current-password' | 'new-password' }) {
  const { autoComplete, ...rest } = options
  return field<K, string>(key, rest, {
    input: (props) => (
      <LineInput {...props} type="password" autoComplete={autoComplete} text={textOf(props.value)} onText={props.onChange} />
    ),
    show: () => '••••••',
    isSecret: true,
  })
}

/** A code that is told once, of an authenticator app or a recovery code; it is no part of a draft. */
export function codeField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, string>(key, options, {
    input: (props) => <LineInput {...props} autoComplete="one-time-code" text={textOf(props.value)} onText={props.onChange} />,
    show: () => '••••••',
    isSecret: true,
  })
}

export function phoneField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, string>(key, options, {
    input: (props) => <LineInput {...lineProps(props)} type="tel" inputMode="tel" text={textOf(props.value)} onText={props.onChange} />,
    show: (value) => formatPhone(textOf(value)),
  })
}

/** A day of the calendar. */
export function dayField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, LocalDate>(key, options, {
    input: ({ value, ...props }) => <DayInput {...props} value={textOf(value)} onDay={(day) => props.onChange(day || null)} />,
    parse: (text) => parseDay(text, format().conventions.dates) ?? text,
    show: (value) => (value ? format().day(textOf(value)) : 'none'),
  })
}

/** A time on the wall. */
export function timeField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, LocalTime>(key, options, {
    input: ({ value, ...props }) => <TimeInput {...props} value={textOf(value)} onTime={(time) => props.onChange(time || null)} />,
    parse: (text) => parseTime(text) ?? text,
    show: (value) => (value ? format().time(textOf(value)) : 'none'),
  })
}

/** A whole number; `unit` stands behind it: that which its key names, where none is said. */
export function numberField<K extends string>(key: K, options: FieldOptions & { unit?: string; fraction?: true } = {}) {
  const { unit = unitOf(key) ?? undefined, fraction, ...rest } = options
  return field<K, number>(key, rest, {
    input: (props) => <NumberInput {...props} unit={unit} isFraction={fraction ?? false} />,
    rangeHelp: (range) => rangeWords(range, unit),
    parse: (text) => numberOf(text, 1),
    show: (value) => (unit ? `${shown(value)} ${unit}` : shown(value)),
  })
}

/** A share that is stored in parts per million and typed in percent. */
export function percentField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, number>(key, options, {
    input: (props) => <NumberInput {...props} unit="%" isFraction factor={ppmPerPercent} />,
    rangeHelp: (range) => rangeWords(range, '%', ppmPerPercent),
    parse: (text) => numberOf(text.replace(/%\s*$/, ''), ppmPerPercent),
    show: (value) => (typeof value === 'number' ? `${value / ppmPerPercent} %` : 'none'),
  })
}

export function moneyField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, Money>(key, options, {
    input: (props) => <MoneyInput {...props} />,
    parse: (text, currency) => parseMoney(text, currency) ?? text,
    show: (value) => (value ? format().money(value as Money) : 'none'),
  })
}

export function switchField<K extends string>(key: K, options: FieldOptions = {}) {
  return field<K, boolean>(key, options, {
    input: (props) => <SwitchInput {...props} />,
    show: (value) => (value ? 'yes' : 'no'),
    isSelfLabelled: true,
  })
}

/** A number of a few likely ones; any other can be typed. */
export function chipsField<K extends string>(key: K, options: FieldOptions & { options: readonly number[]; unit?: string; only?: true }) {
  const { options: choices, unit = unitOf(key) ?? undefined, only, ...rest } = options
  return field<K, number>(key, rest, {
    input: (props) => <ChipsInput {...props} choices={choices} unit={unit} isOpen={!only} />,
    rangeHelp: (range) => (only ? undefined : rangeWords(range, unit)),
    show: (value) => `${shown(value)} ${unit ?? ''}`.trim(),
  })
}

/** Why an act is done, in words. */
export function reasonField(): Field<{ reason?: string | null }> {
  return textField('reason', { label: 'Reason', multiline: true, help: 'Saved in the history.' })
}
