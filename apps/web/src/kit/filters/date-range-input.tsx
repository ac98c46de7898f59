import { currentInstant, LocalDate, localDateAt } from '@larder/contract'
import Chip from '@mui/material/Chip'
import { useId } from 'react'
import { useZone } from '../access/access.tsx'
import { DayInput } from '../fields/inputs/day-input.tsx'
import { Row, Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import { daysOf, periodLabel, periodWords, type Range } from './period.ts'

interface DateRangeInputProps extends Range {
  label: string
  onChange: (range: Range) => void
}

/** Two days, or a period that moves with the calendar, one click away. */
export function DateRangeInput({ label, from, to, onChange }: DateRangeInputProps) {
  const days = daysOf({ from, to }, localDateAt(currentInstant(), useZone()))
  const change = (changes: Partial<Range>) => {
    // What is not yet a day cuts nothing.
    if (Object.values(changes).every((day) => day === '' || LocalDate.safeParse(day).success)) onChange({ ...days, ...changes })
  }
  return (
    <Stack gap={2} role="group" aria-label={label}>
      <Row>
        {periodWords.map((word) => (
          <Chip
            key={word}
            label={periodLabel(word)}
            size="small"
            clickable
            color={word === from ? 'primary' : 'default'}
            aria-pressed={word === from}
            onClick={() => onChange({ from: word, to: '' })}
          />
        ))}
      </Row>
      <Row isOneLine>
        <Day name="From" text={days.from} onText={(day) => change({ from: day })} isInvalid={isBackwards(days)} />
        <Day name="To" text={days.to} onText={(day) => change({ to: day })} isInvalid={isBackwards(days)} />
      </Row>
    </Stack>
  )
}

function isBackwards({ from, to }: Range): boolean {
  return from !== '' && to !== '' && from > to
}

function Day({ name, text, onText, isInvalid }: { name: string; text: string; onText: (text: string) => void; isInvalid: boolean }) {
  const id = useId()
  return (
    <label htmlFor={id} className="grows">
      <Text size={12} tone="muted">
        {name}
      </Text>
      <DayInput
        id={id}
        name={name}
        label={name}
        value={text}
        onDay={onText}
        onBlur={() => {}}
        ref={null}
        isInvalid={isInvalid}
        describedBy={undefined}
        disabled={false}
      />
    </label>
  )
}
