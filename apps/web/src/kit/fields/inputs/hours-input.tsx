import { type OpeningHours, weekdays, weekStartOf } from '@larder/contract'
import { IconCopy } from '@tabler/icons-react'
import { useFormat } from '../../format.ts'
import { Button, IconButton } from '../../layout/button.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import type { FieldInputProps, Problems } from '../field.ts'
import { type LinesParts, problemsOf } from './lines.ts'
import { LinesInput } from './lines-input.tsx'

interface HoursInputProps extends FieldInputProps {
  /** The windows of one day. */
  windows: LinesParts
}

/** Windows of one day at most; a week has six times seven. */
const mostADay = 6

/** A week from the day that weeks start with: each day with the lines of its windows, or closed; one day can be copied to all. */
export function HoursInput({ windows, ...props }: HoursInputProps) {
  const { id, value, onChange, disabled, label, problems = {} } = props
  const { time, conventions } = useFormat()
  const hours = (Array.isArray(value) ? value : []) as OpeningHours
  const windowsOf = (day: number) => hours.filter((window) => window.day === day)
  const setDay = (day: number, lines: unknown) =>
    onChange(inOrder([...hours.filter((window) => window.day !== day), ...(lines as OpeningHours).map((times) => ({ ...times, day }))]))
  const setAll = (lines: readonly object[]) => onChange(weekdays.flatMap((_, day) => lines.map((times) => ({ ...times, day }))))
  const usual = windows.blank(undefined)
  return (
    <Stack gap={2} id={id} role="group" aria-label={label}>
      {weekdays.map((_, place) => {
        const day = (place + weekStartOf(conventions.dates)) % weekdays.length
        const name = weekdays[day] ?? ''
        return (
          <Row key={name} align="start" gap={3} style={{ minHeight: 40 }}>
            <div style={{ flex: '0 0 88px', paddingTop: 10 }}>
              <Text weight={500}>{name}</Text>
            </div>
            {/* On a phone below its day: a time needs its room. */}
            <div style={{ flex: '1 1 280px', minWidth: 0 }}>
              <LinesInput
                {...props}
                parts={windows}
                id={`${id}-${day}`}
                label={`${label} on ${name}`}
                owner={name}
                value={windowsOf(day)}
                onChange={(lines) => setDay(day, lines)}
                range={{ max: mostADay }}
                problems={problemsOfDay(problems, hours, day)}
                ref={null}
              />
            </div>
            <div style={{ paddingTop: 6 }}>
              <IconButton
                label={`Copy ${name} to every day`}
                icon={IconCopy}
                size="small"
                disabled={disabled}
                onClick={() => setAll(windowsOf(day))}
              />
            </div>
          </Row>
        )
      })}
      {hours.length === 0 && (
        <Button size="small" disabled={disabled} onClick={() => setAll([usual])}>
          Every day {time(String(usual.opens))} to {time(String(usual.closes))}
        </Button>
      )}
    </Stack>
  )
}

function inOrder(hours: OpeningHours): OpeningHours {
  return hours.toSorted((a, b) => a.day - b.day)
}

/** The week's windows are one list: what is wrong with its entries, by their place within their day. */
function problemsOfDay(problems: Problems, hours: OpeningHours, day: number): Problems {
  const places = hours.flatMap((window, place) => (window.day === day ? [place] : []))
  const told = places.flatMap((place, index) =>
    Object.entries(problemsOf(problems, place)).map(([path, words]): [string, string] => [path ? `${index}.${path}` : `${index}`, words]),
  )
  return Object.fromEntries(told)
}
