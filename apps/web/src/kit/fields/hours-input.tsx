import { type OpeningHours, weekdays, weekStartOf } from '@larder/contract'
import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useFormat } from '../format.ts'
import { Button, IconButton } from '../layout/button.tsx'
import { Row, Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import type { FieldInputProps } from './field.ts'
import { type Times, WindowInput } from './window-input.tsx'

const usual: Times = { opens: '09:00', closes: '22:00' }

/** A week from the day that weeks start with: each day with its windows, or closed. */
export function HoursInput({ id, value, onChange, disabled, label }: FieldInputProps) {
  const { time, conventions } = useFormat()
  const hours = (Array.isArray(value) ? value : []) as OpeningHours
  const windowsOf = (day: number) => hours.filter((window) => window.day === day)
  const setDay = (day: number, windows: readonly Times[]) =>
    onChange(inOrder([...hours.filter((window) => window.day !== day), ...windows.map((times) => ({ ...times, day }))]))
  const copyToAll = (day: number) =>
    onChange(weekdays.flatMap((_, each) => windowsOf(day).map(({ opens, closes }) => ({ day: each, opens, closes }))))
  return (
    <Stack gap={2} id={id} role="group" aria-label={label}>
      {weekdays.map((_, place) => {
        const day = (place + weekStartOf(conventions.dates)) % weekdays.length
        const name = weekdays[day] ?? ''
        const windows = windowsOf(day)
        return (
          <Row key={name} align="start" gap={3} style={{ minHeight: 40 }}>
            <div style={{ flex: '0 0 88px', paddingTop: 10 }}>
              <Text weight={500}>{name}</Text>
            </div>
            <Stack gap={1} style={{ flex: 1 }}>
              {windows.length === 0 && <Text tone="muted">Closed</Text>}
              {windows.map((times, index) => (
                <WindowInput
                  key={index}
                  name={`${name} ${index + 1}`}
                  times={times}
                  disabled={disabled}
                  onChange={(next) => setDay(day, windows.with(index, { ...times, ...next }))}
                  onRemove={() => setDay(day, windows.toSpliced(index, 1))}
                />
              ))}
            </Stack>
            <Row gap={1}>
              <IconButton
                label={`Add hours on ${name}`}
                icon={IconPlus}
                size="small"
                disabled={disabled || windows.length >= 6}
                onClick={() => setDay(day, [...windows, usual])}
              />
              <IconButton
                label={`Copy ${name} to every day`}
                icon={IconCopy}
                size="small"
                disabled={disabled}
                onClick={() => copyToAll(day)}
              />
            </Row>
          </Row>
        )
      })}
      {hours.length === 0 && (
        <Button size="small" disabled={disabled} onClick={() => onChange(weekdays.map((_, day) => ({ ...usual, day })))}>
          Every day {time(usual.opens)} to {time(usual.closes)}
        </Button>
      )}
    </Stack>
  )
}

function inOrder(hours: OpeningHours): OpeningHours {
  return hours.toSorted((a, b) => a.day - b.day || a.opens.localeCompare(b.opens))
}
