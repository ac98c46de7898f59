import { addDays, currentInstant, type LocalDate, localDateAt, monthOf, weekOf } from '@larder/contract'
import Chip from '@mui/material/Chip'
import { useZone } from '../access/access.tsx'
import { LineInput } from '../fields/text-inputs.tsx'
import { Row, Stack } from '../layout/flow.tsx'

export interface Range {
  from: string
  to: string
}

interface DateRangeInputProps extends Range {
  label: string
  onChange: (range: Range) => void
}

/** Two days, with the likely ranges one click away. */
export function DateRangeInput({ label, from, to, onChange }: DateRangeInputProps) {
  const today = localDateAt(currentInstant(), useZone())
  const day = (name: string, text: string, take: (text: string) => void) => (
    <LineInput
      id={`${label}-${name}`}
      name={name}
      label={name}
      type="date"
      text={text}
      onText={take}
      onBlur={() => {}}
      ref={null}
      isInvalid={from !== '' && to !== '' && from > to}
      describedBy={undefined}
      disabled={false}
    />
  )
  return (
    <Stack gap={2} role="group" aria-label={label}>
      <Row>
        {likelyRanges(today).map(({ name, range }) => (
          <Chip
            key={name}
            label={name}
            size="small"
            clickable
            color={range.from === from && range.to === to ? 'primary' : 'default'}
            onClick={() => onChange(range)}
          />
        ))}
      </Row>
      <Row isOneLine>
        {day('From', from, (text) => onChange({ from: text, to }))}
        {day('To', to, (text) => onChange({ from, to: text }))}
      </Row>
    </Stack>
  )
}

function likelyRanges(today: LocalDate): { name: string; range: Range }[] {
  const yesterday = addDays(today, -1)
  return [
    { name: 'Today', range: { from: today, to: today } },
    { name: 'Yesterday', range: { from: yesterday, to: yesterday } },
    { name: 'This week', range: weekOf(today) },
    { name: 'Last 30 days', range: { from: addDays(today, -29), to: today } },
    { name: 'This month', range: monthOf(today) },
  ]
}
