import { LocalTime, parseTime } from '@larder/contract'
import { useState } from 'react'
import { useFormat } from '../format.ts'
import type { FieldInputProps } from './field.ts'
import { LineInput } from './text-inputs.tsx'

interface TimeInputProps extends Omit<FieldInputProps, 'value' | 'onChange' | 'range'> {
  /** A time on the wall; whatever else was typed stays as it was typed. */
  value: string
  onTime: (time: string) => void
}

const longest = 10

/** A time of day, typed by either clock and written by the one that is preferred. */
export function TimeInput({ value, onTime, onBlur, ...props }: TimeInputProps) {
  const { time } = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  const isTime = LocalTime.safeParse(value).success
  return (
    <LineInput
      {...props}
      ownName={props.label}
      isInvalid={props.isInvalid || (typed === null && value !== '' && !isTime)}
      text={typed ?? (isTime ? time(value) : value)}
      placeholder={time('09:30')}
      longest={longest}
      onText={(text) => {
        setTyped(text)
        onTime(parseTime(text) ?? text)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
