import { currentInstant, localDateAt, type SpecialDay } from '@larder/contract'
import FormControlLabel from '@mui/material/FormControlLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import Switch from '@mui/material/Switch'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useZone } from '../access/access.tsx'
import { Button, IconButton } from '../layout/button.tsx'
import { Row, Stack } from '../layout/flow.tsx'
import { DayInput } from './day-input.tsx'
import type { FieldInputProps } from './field.ts'
import { WindowInput } from './window-input.tsx'

const usual = { opens: '09:00', closes: '22:00' }

/** Days that differ from their weekday: closed, or with hours of their own. */
export function SpecialDaysInput({ id, value, onChange, disabled, label, range }: FieldInputProps) {
  const days = (Array.isArray(value) ? value : []) as SpecialDay[]
  const today = localDateAt(currentInstant(), useZone())
  const set = (index: number, day: SpecialDay) => onChange(days.with(index, day))
  return (
    <Stack gap={3} id={id} role="group" aria-label={label}>
      {days.map((day, index) => (
        <Stack key={index} gap={1}>
          <Row>
            <div style={{ width: 176 }}>
              <DayInput
                id={`${id}-${index}`}
                name={`${id}-${index}`}
                label={`Special day ${index + 1}: date`}
                value={day.date}
                onDay={(date) => set(index, { ...day, date })}
                onBlur={() => {}}
                ref={null}
                isInvalid={false}
                describedBy={undefined}
                disabled={disabled}
              />
            </div>
            <OutlinedInput
              size="small"
              value={day.note}
              placeholder="Reason, such as Onam"
              disabled={disabled}
              onChange={(event) => set(index, { ...day, note: event.target.value })}
              slotProps={{ input: { 'aria-label': `Special day ${index + 1}: note` } }}
            />
            <FormControlLabel
              label="Closed"
              control={
                <Switch
                  checked={day.closed}
                  disabled={disabled}
                  onChange={(_event, closed) => set(index, closed ? withoutHours(day) : { ...day, closed, hours: [usual] })}
                />
              }
            />
            <IconButton
              label={`Remove special day ${index + 1}`}
              icon={IconTrash}
              size="small"
              disabled={disabled}
              onClick={() => onChange(days.toSpliced(index, 1))}
            />
          </Row>
          {day.hours?.map((window, at) => (
            <WindowInput
              key={at}
              name={`Special day ${index + 1} window ${at + 1}`}
              times={window}
              disabled={disabled}
              onChange={(times) => set(index, { ...day, hours: day.hours?.with(at, { ...window, ...times }) })}
              onRemove={() => set(index, withHours(day, day.hours?.toSpliced(at, 1) ?? []))}
            />
          ))}
        </Stack>
      ))}
      <Row>
        <Button
          size="small"
          icon={IconPlus}
          disabled={disabled || days.length >= (range?.max ?? Number.POSITIVE_INFINITY)}
          onClick={() => onChange([...days, { date: today, closed: true, note: '' }])}
        >
          Add a special day
        </Button>
      </Row>
    </Stack>
  )
}

function withoutHours({ date, note }: SpecialDay): SpecialDay {
  return { date, note, closed: true }
}

/** A day whose last window is taken away is closed. */
function withHours(day: SpecialDay, hours: NonNullable<SpecialDay['hours']>): SpecialDay {
  return hours.length === 0 ? withoutHours(day) : { ...day, hours }
}
