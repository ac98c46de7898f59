import { type OpeningHours, type OpeningWindow, type SpecialDay, weekdays } from '@larder/contract'
import { hoursWords, specialDaysWords } from '../cells/hours-text.tsx'
import { format } from '../format.ts'
import { soon } from '../lazily.tsx'
import type { Field, Having } from './field.ts'
import { customField, dayField, type FieldOptions, switchField, textField, timeField } from './fields.tsx'
import { type LinesParts, partName } from './inputs/lines.ts'
import { linesField } from './lines-field.tsx'
import '../feedback/feedback.css'

const waiting = <span className="bone" style={{ width: '100%', height: 320 }} />
const HoursInput = soon(() => import('./inputs/hours-input.tsx').then((module) => module.HoursInput), waiting)

const usual: OpeningWindow = { opens: '09:00', closes: '22:00' }

/** From a time to a time; a closing time that is not later is past midnight. */
const windows = {
  line: 'window',
  fields: [timeField('opens'), timeField('closes')],
  blank: () => usual,
  isUnordered: true as const,
  isSmall: true as const,
  aside: ({ opens, closes }: Partial<OpeningWindow>) =>
    opens === closes ? 'all day' : closes && opens && closes < opens ? 'next day' : '',
}

interface HoursOptions extends FieldOptions {
  /** What a week without any hours means, and a day of one that has some. */
  none?: string
  noneOfDay?: string
}

/** Hours of a week, several windows a day: those in which a store is open, unless it is said what none of them means. */
export function openingHoursField<K extends string>(
  key: K,
  { none = 'Closed', noneOfDay = none, ...options }: HoursOptions = {},
): Field<Having<K, OpeningHours>> {
  const noneOf = (value: unknown) => (((value ?? []) as OpeningHours).length === 0 ? none : noneOfDay)
  return customField<K, OpeningHours>(key, {
    ...options,
    input: (props) => <HoursInput {...props} windows={{ ...(windows as unknown as LinesParts), none: noneOf(props.value) }} />,
    show: (value) => hoursWords(value as OpeningHours | null, none, format().time),
    isWhole: true,
    isParted: true,
    partName: ([place, ...below], value) => windowName((value ?? []) as OpeningHours, Number(place), below),
  })
}

/** The week's windows are one list: one of them is called by its place within its day. */
function windowName(hours: OpeningHours, place: number, below: readonly string[]): string {
  const day = hours[place]?.day ?? 0
  const within = hours.slice(0, place).filter((window) => window.day === day).length
  return partName(windows as unknown as LinesParts, [String(within), ...below], weekdays[day])
}

/** Days with other hours than their weekday's, or none. */
export function specialDaysField<K extends string>(key: K, options: FieldOptions = {}): Field<Having<K, readonly SpecialDay[]>> {
  return linesField<K, SpecialDay>(key, {
    ...options,
    line: 'special day',
    isUnordered: true,
    fields: [
      dayField('date'),
      textField('note', { label: 'Reason', placeholder: 'Such as Onam' }),
      switchField('closed'),
      linesField<'hours', OpeningWindow>('hours', {
        ...windows,
        words: ({ opens, closes }) => `${format().time(opens)}–${format().time(closes)}`,
      }),
    ],
    blank: () => ({ date: null, closed: true, note: '' }),
    omits: ({ closed }) => (closed ? ['hours'] : []),
    tidy: tidyDay,
    words: (day) => specialDaysWords([day]),
  })
}

/** A day that is closed has no hours, and one that is opened begins with the usual ones. */
function tidyDay(day: SpecialDay, before: SpecialDay): SpecialDay {
  const { hours, ...rest } = day
  if (day.closed) return rest
  return before.closed ? { ...rest, hours: [usual] } : day
}
