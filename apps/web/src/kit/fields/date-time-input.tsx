import { type Instant, instantAt, isInstant, localDateAt, localTimeAt } from '@larder/contract'
import { useZone } from '../access/access.tsx'
import type { FieldInputProps } from './field.ts'
import { LineInput, textOf } from './text-inputs.tsx'

/** A moment as date and time of the owner's zone. */
export function DateTimeInput({ zone, value, onChange, ...props }: FieldInputProps & { zone: string | undefined }) {
  const ownZone = useZone()
  const timeZone = zone ?? ownZone
  const text = typeof value === 'string' && isInstant(value) ? localText(value, timeZone) : textOf(value)
  const take = (next: string) => onChange(next === '' ? null : instantOfLocal(next, timeZone))
  return <LineInput {...props} type="datetime-local" text={text} onText={take} />
}

function localText(at: Instant, zone: string): string {
  return `${localDateAt(at, zone)}T${localTimeAt(at, zone)}`
}

function instantOfLocal(text: string, zone: string): Instant {
  const [date = '', time = ''] = text.split('T')
  return instantAt(date, time.slice(0, 5), zone)
}
