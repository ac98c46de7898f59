import { formatPhone, type Instant, type LocalDate, type Money, measured, unitOf, type Vertical, verticals } from '@larder/contract'
import type { ReactNode } from 'react'
import { PlaceLink } from '../access/places.tsx'
import { format } from '../format.ts'
import { wordsOf } from '../words.ts'
import { CopyText } from './copy-text.tsx'
import { StatusChip, type StatusStyle } from './status-style.tsx'
import { MoneyText, PhoneText, YesNo } from './value-text.tsx'
import { VerticalGlyph } from './vertical-glyph.tsx'
import { When } from './when.tsx'

/** One column of a list, or one fact of a record. A `Column<R>` fits every row that has what R names. */
export interface Column<in R> {
  key: string
  label: string
  align: 'left' | 'right'
  /** Pixels that it has at least in a list: what doesn't fit is cut. Room that is left goes to texts before figures. */
  width: number
  grows: boolean
  /** The contract's sort key, where the list can be sorted by it. */
  sort?: string
  /** A state of the whole row: it stands at the end of a card's first line. */
  isState: boolean
  cell: (row: R) => ReactNode
  /** The same as plain text; empty where there is nothing to show. */
  text: (row: R) => string
}

export interface ColumnOptions {
  label?: string
  sort?: string
  width?: number
}

/** Pixels beside the words of a column's head: padding on both sides, and the arrow of one that sorts. */
const headRoom = { padding: 20, arrow: 18, perLetter: 7.5 }

/** As wide as was said, and never narrower than its head. */
function widthFor(label: string, width: number, sort?: string): number {
  return Math.max(width, Math.ceil(label.length * headRoom.perLetter) + headRoom.padding + (sort ? headRoom.arrow : 0))
}

type Having<K extends string, V> = { [P in K]?: V | null }

function column<K extends string, V>(
  key: K,
  options: ColumnOptions,
  shows: {
    width: number
    grows?: boolean
    align?: 'left' | 'right'
    isState?: boolean
    cell: (value: V, row: Having<K, V>) => ReactNode
    text: (value: V) => string
  },
): Column<Having<K, V>> {
  const { label = wordsOf(key), width = shows.width, ...rest } = options
  const read = <T,>(row: Having<K, V>, show: (value: V) => T, none: T) => {
    const value = row[key]
    return value === null || value === undefined ? none : show(value)
  }
  return {
    key,
    label,
    align: shows.align ?? 'left',
    grows: shows.grows ?? false,
    isState: shows.isState ?? false,
    ...rest,
    width: widthFor(label, width, rest.sort),
    cell: (row) => read<ReactNode>(row, (value) => shows.cell(value, row), '–'),
    text: (row) => read(row, shows.text, ''),
  }
}

export const text = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, string>> =>
  column<K, string>(key, options, { width: 140, grows: true, cell: (value) => value, text: (value) => value })

/** An id or a code, copied on click. */
export const mono = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, string>> =>
  column<K, string>(key, options, {
    width: 104,
    cell: (value) => <CopyText text={value} />,
    text: (value) => value,
  })

/** A number with its unit: that which its key names, where none is said. */
export const number = <K extends string>(key: K, options: ColumnOptions & { unit?: string } = {}): Column<Having<K, number>> => {
  const { unit = unitOf(key), ...rest } = options
  const show = (value: number) => (unit ? measured(value, unit, format()) : format().number(value))
  return column<K, number>(key, rest, { width: unit ? 96 : 72, align: 'right', cell: show, text: show })
}

const ppmPerPercent = 10_000

/** A share that is kept in parts per million. */
export const percent = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, number>> => {
  const show = (ppm: number) => `${format().number(ppm / ppmPerPercent)} %`
  return column<K, number>(key, options, { width: 72, align: 'right', cell: show, text: show })
}

export const money = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, Money>> =>
  column<K, Money>(key, options, {
    width: 96,
    align: 'right',
    cell: (value) => <MoneyText value={value} />,
    text: (value) => format().money(value),
  })

/** How long ago; `zone` gives the owner's where the row knows it. */
export function instant<K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, Instant>> {
  return column<K, Instant>(
    key,
    { label: wordsOf(key.replace(/At$/, '')), ...options },
    {
      width: 112,
      cell: (value, row) => <When at={value} zone={'timeZone' in row ? String(row.timeZone) : undefined} />,
      text: (value) => value,
    },
  )
}

/** A calendar day. */
export const day = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, LocalDate>> =>
  column<K, LocalDate>(key, options, { width: 108, cell: (value) => format().day(value), text: (value) => format().day(value) })

export const boolean = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, boolean>> =>
  column<K, boolean>(key, options, {
    width: 72,
    cell: (value) => <YesNo value={value} />,
    text: (value) => (value ? 'Yes' : 'No'),
  })

export const phone = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, string>> =>
  column<K, string>(key, options, { width: 136, cell: (value) => <PhoneText phone={value} />, text: formatPhone })

export const vertical = <K extends string>(key: K, options: ColumnOptions = {}): Column<Having<K, Vertical>> =>
  column<K, Vertical>(key, options, {
    width: 112,
    cell: (value) => <VerticalGlyph vertical={value} label />,
    text: (value) => verticals[value].label,
  })

/** A state as dot and word. */
export const status = <K extends string, V extends string>(
  key: K,
  styles: Readonly<Record<V, StatusStyle>>,
  options: ColumnOptions = {},
): Column<Having<K, V>> =>
  column<K, V>(key, options, {
    width: 120,
    isState: true,
    cell: (value) => <StatusChip style={styles[value]} />,
    text: (value) => styles[value].label,
  })

/** Another record by its name, as a link to it. */
export const reference = <K extends string>(
  key: K,
  entity: string,
  options: ColumnOptions = {},
): Column<Having<K, { id: string; name: string }>> =>
  column<K, { id: string; name: string }>(key, options, {
    width: 128,
    grows: true,
    cell: ({ id, name }) => (
      <PlaceLink entity={entity} id={id}>
        {name}
      </PlaceLink>
    ),
    text: ({ name }) => name,
  })

/** Whatever the builders above don't say. */
export function custom<R>(
  key: string,
  label: string,
  cell: (row: R) => ReactNode,
  options: Omit<ColumnOptions, 'label'> & Partial<Pick<Column<R>, 'align' | 'grows' | 'isState' | 'text'>> = {},
): Column<R> {
  const { align = 'left', grows = false, isState = false, width = 128, text: plain = () => '', ...rest } = options
  return { key, label, align, grows, isState, cell, text: plain, ...rest, width: widthFor(label, width, rest.sort) }
}
