import { LocalTime, parseTime } from '@larder/contract'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { useFormat } from '../format.ts'

interface TimeInputProps {
  label: string
  /** A time on the wall; whatever else was typed stays as it was typed. */
  value: string
  disabled: boolean
  onTime: (time: string) => void
}

/** A time of day, typed by either clock and written by the one that is preferred. */
export function TimeInput({ label, value, disabled, onTime }: TimeInputProps) {
  const { time } = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  const isTime = LocalTime.safeParse(value).success
  return (
    <OutlinedInput
      size="small"
      value={typed ?? (isTime ? time(value) : value)}
      placeholder={time('09:30')}
      disabled={disabled}
      error={typed === null && !isTime}
      onChange={({ target }) => {
        setTyped(target.value)
        onTime(parseTime(target.value) ?? target.value)
      }}
      onBlur={() => setTyped(null)}
      slotProps={{ input: { 'aria-label': label, maxLength: 10 } }}
      sx={{ width: 116 }}
    />
  )
}
