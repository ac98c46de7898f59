import { LocalDate, parseDay } from '@larder/contract'
import InputAdornment from '@mui/material/InputAdornment'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../format.ts'
import { IconButton } from '../../layout/button.tsx'
import { Popout } from '../../layout/popout.tsx'
import { lazily } from '../../lazily.tsx'
import type { FieldInputProps } from '../field.ts'
import { WrittenInput } from './text-inputs.tsx'

const Calendar = lazily(() => import('./calendar.tsx').then((module) => module.Calendar))

interface DayInputProps extends Omit<FieldInputProps, 'value' | 'onChange' | 'range'> {
  /** A day; whatever else was typed stays as it was typed. */
  value: string
  onDay: (day: string) => void
}

/** A day, typed in any of the usual ways or picked from a calendar; written as the installation writes days. */
export function DayInput({ value, onDay, ...props }: DayInputProps) {
  const { day, conventions } = useFormat()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isDay = (text: string) => LocalDate.safeParse(text).success
  return (
    <>
      <WrittenInput
        {...props}
        value={value}
        isValue={isDay}
        write={day}
        parse={(text) => parseDay(text, conventions.dates)}
        onValue={onDay}
        example="2026-11-20"
        end={
          <InputAdornment position="end">
            <IconButton
              label={`${props.label}: choose from the calendar`}
              icon={IconCalendar}
              size="small"
              disabled={props.disabled}
              expanded={anchor !== null}
              onClick={(event) => setAnchor(event.currentTarget)}
            />
          </InputAdornment>
        }
      />
      {anchor && (
        <Popout label={`${props.label}: calendar`} anchor={anchor} onClose={() => setAnchor(null)} align="right" width={336}>
          <Calendar
            day={isDay(value) ? value : null}
            dates={conventions.dates}
            onDay={(picked) => {
              onDay(picked)
              setAnchor(null)
            }}
          />
        </Popout>
      )}
    </>
  )
}
