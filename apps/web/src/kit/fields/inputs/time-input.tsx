import { LocalTime, parseTime } from '@larder/contract'
import { useFormat } from '../../format.ts'
import type { FieldInputProps } from '../field.ts'
import { WrittenInput } from './text-inputs.tsx'

interface TimeInputProps extends Omit<FieldInputProps, 'value' | 'onChange' | 'range'> {
  /** A time on the wall; whatever else was typed stays as it was typed. */
  value: string
  onTime: (time: string) => void
}

const longest = 10

/** A time of day, typed by either clock and written by the one that is preferred. */
export function TimeInput({ onTime, ...props }: TimeInputProps) {
  const { time } = useFormat()
  const isTime = (value: string) => LocalTime.safeParse(value).success
  return <WrittenInput {...props} isValue={isTime} write={time} parse={parseTime} onValue={onTime} example="09:30" longest={longest} />
}
