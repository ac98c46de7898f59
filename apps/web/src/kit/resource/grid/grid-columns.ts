import {
  describeHours,
  instantAt,
  LocalDate,
  LocalTime,
  localDateAt,
  localTimeAt,
  type Money,
  moneyDecimal,
  type OpeningHours,
  parseMoney,
} from '@larder/contract'
import type { Option } from '../../fields/options.ts'
import { type ReferenceContract, type ReferenceOptions, referenceSource } from '../../fields/reference.tsx'
import { format } from '../../format.ts'
import type { BaseRow } from '../../row.ts'
import { wordsOf } from '../../words.ts'
import type { Given, GridColumn } from './grid.ts'
import { nearest } from './near.ts'

interface ColumnOptions {
  label?: string
  width?: number
}

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const tidy = (text: string) => text.trim()

export const gridText = <K extends string, R = never>(
  key: K,
  { label = wordsOf(key), width = 160, picture }: ColumnOptions & { picture?: (row: R) => string | null } = {},
): GridColumn<K> => ({
  key,
  label,
  width,
  textOf: plain,
  valueOf: (text) => tidy(text) || null,
  ...(picture && { picture: picture as (row: never) => string | null }),
})

/** `unsaid`: of an amount that is taken once somebody says that it is meant. */
export const gridAmount = <K extends string>(
  key: K,
  { label = wordsOf(key), width = 112, unsaid }: ColumnOptions & Pick<GridColumn, 'unsaid'> = {},
): GridColumn<K> => ({
  key,
  label,
  width,
  align: 'right',
  textOf: (value) => (value ? moneyDecimal(value as Money) : ''),
  valueOf: (text, { currency }) => (tidy(text) === '' ? null : (parseMoney(text, currency) ?? tidy(text))),
  ...(unsaid && { unsaid }),
})

export const gridNumber = <K extends string>(key: K, { label = wordsOf(key), width = 88 }: ColumnOptions = {}): GridColumn<K> => ({
  key,
  label,
  width,
  align: 'right',
  textOf: plain,
  valueOf: (text) => {
    const digits = text.replaceAll(/[,\s]/g, '')
    return digits === '' ? null : Number.isFinite(Number(digits)) ? Number(digits) : tidy(text)
  },
})

const [yes, no] = ['Yes', 'No']
const switched = new Map([
  ...['yes', 'y', 'true', '1', 'on'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', 'off', ''].map((word) => [word, false] as const),
])

export const gridSwitch = <K extends string>(key: K, { label = wordsOf(key), width = 88 }: ColumnOptions = {}): GridColumn<K> => ({
  key,
  label,
  width,
  textOf: (value) => (value ? yes : no),
  valueOf: (text) => switched.get(tidy(text).toLowerCase()) ?? tidy(text),
  isSwitch: true,
})

const momentForm = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/

/** A moment, as a day and a time of the clock that stands in the installation's zone; a day alone begins at midnight. */
export const gridMoment = <K extends string>(key: K, { label = wordsOf(key), width = 144 }: ColumnOptions = {}): GridColumn<K> => {
  const momentOf = (text: string, { zone }: Given) => {
    const [, day, time = '00:00'] = momentForm.exec(tidy(text)) ?? []
    return LocalDate.safeParse(day).success && LocalTime.safeParse(time).success ? instantAt(day as string, time, zone) : null
  }
  return {
    key,
    label,
    width,
    textOf: (value, { zone }) => (value ? `${localDateAt(value as string, zone)} ${localTimeAt(value as string, zone)}` : ''),
    valueOf: (text, given) => (tidy(text) === '' ? null : (momentOf(text, given) ?? tidy(text))),
    whyNot: (text, given) =>
      tidy(text) === '' || momentOf(text, given) ? null : 'is no moment: a day and a time such as 2027-01-31 18:30',
  }
}

/** One of a few; `none` is the word of none of them, where there may be none. */
export const gridChoice = <K extends string>(
  key: K,
  { options, none, label = wordsOf(key), width = 112 }: ColumnOptions & { options: readonly Option[]; none?: string },
): GridColumn<K> => {
  const choices = none === undefined ? options : [{ value: '', label: none }, ...options]
  return {
    key,
    label,
    width,
    ...chosen(() => choices, none !== undefined),
    textOf: (value) => options.find((option) => option.value === (value ?? ''))?.label ?? (value ? String(value) : ''),
  }
}

/** Another record by its name, of those that its own record may refer to; `named` is the field with the name that it has now. */
export function gridReference<K extends string, C extends ReferenceContract>(
  key: K,
  { none, named, label = wordsOf(named), width = 152, ...options }: ColumnOptions & ReferenceOptions<C> & { named: string; none?: string },
): GridColumn<K> {
  const nameIn = (row: BaseRow) => (row as unknown as Record<string, { id: string; name: string } | null>)[named]
  return {
    key,
    label,
    width,
    ...chosen(
      ({ known }) => (none === undefined || known === null ? (known ?? []) : [{ value: '', label: none }, ...known]),
      none !== undefined,
    ),
    source: referenceSource(options),
    textOf: (value, { row, known }) =>
      known?.find((option) => option.value === value)?.label ?? (nameIn(row)?.id === value ? (nameIn(row)?.name ?? '') : ''),
  }
}

/** A week's hours, of those that records of the grid have already. */
export const gridHours = <K extends string>(
  key: K,
  { none, label = wordsOf(key), width = 200 }: ColumnOptions & { none: string },
): GridColumn<K> => {
  const wordsOfHours = (hours: OpeningHours) => describeHours(hours, format().time)
  const collect = (rows: readonly BaseRow[]): readonly Option[] => {
    const found = new Map<string, Option>()
    for (const row of rows) {
      const hours = (row as unknown as Record<string, OpeningHours | null>)[key]
      const value = hours && JSON.stringify(hours)
      if (hours && value && !found.has(value)) found.set(value, { value, label: wordsOfHours(hours) })
    }
    return [{ value: '', label: none }, ...found.values()]
  }
  // A column that is pasted asks of cell after cell.
  const collected = new WeakMap<readonly BaseRow[], readonly Option[]>()
  const choices = ({ rows }: Given) => {
    const options = collected.get(rows) ?? collect(rows)
    collected.set(rows, options)
    return options
  }
  const found = chosen(choices, true)
  return {
    key,
    label,
    width,
    ...found,
    valueOf: (text, given) => {
      const value = found.valueOf(text, given)
      return typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value
    },
    textOf: (value) => (value ? wordsOfHours(value as OpeningHours) : ''),
  }
}

/** How one of a few is read from a text: by its label, its value, or its own name where no other one has it. */
function chosen(
  choices: (given: Given) => readonly Option[],
  mayBeNone: boolean,
): Required<Pick<GridColumn, 'choices' | 'valueOf' | 'whyNot'>> {
  const isNone = (text: string) => mayBeNone && tidy(text) === ''
  const find = (text: string, given: Given) => {
    const typed = tidy(text).toLowerCase()
    const options = choices(given)
    const option = options.find(({ value, label }) => label.toLowerCase() === typed || value === typed)
    const named = options.filter(({ hint }) => hint?.toLowerCase() === typed)
    return option ?? (named.length === 1 ? named[0] : undefined)
  }
  return {
    choices,
    valueOf: (text, given) => {
      if (isNone(text)) return null
      const value = find(text, given)?.value
      return value === undefined ? tidy(text) : value || null
    },
    whyNot: (text, given) => {
      if (isNone(text) || find(text, given)) return null
      if (tidy(text) === '') return 'is required'
      const labels = choices(given).map(({ label }) => label)
      if (labels.length === 0) return 'is not read yet: what there is to choose from'
      const near = nearest(text, labels)
      const told = near.length > 0 ? near : labels.length <= fewChoices ? labels : []
      return `is none of what there is to choose from${told.length > 0 ? `. There is ${told.join(', ')}` : ''}`
    },
  }
}

const fewChoices = 6
