import { type Instant, instantAt, isInstant, LocalDate, LocalTime, localDateAt, localTimeAt, meanwhileLabels } from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { radioField } from '#kit/fields/choice-fields.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField } from '#kit/fields/fields.tsx'
import { DayInput, TimeInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { format } from '#kit/format.ts'
import { Row } from '#kit/layout/flow.tsx'

/** What becomes of rows whose record somebody has changed since. */
export const meanwhileField = radioField('meanwhile', {
  label: 'Rows that somebody has changed since',
  options: optionsOf(meanwhileLabels),
})

const show = (value: unknown) => (typeof value === 'string' && isInstant(value) ? format().instant(value, 'dateTime', 'UTC') : 'none')

/** A date and time in the zone of reports. */
export const publishAtField = customField<'publishAt', Instant>('publishAt', {
  label: 'Publish at',
  help: 'Date and time are those of the time zone of reports.',
  input: (props) => <MomentInput {...props} />,
  show,
})

function MomentInput({ value, onChange, range: _, ...props }: FieldInputProps) {
  const zone = useZone()
  const typed = value as { day: string; time: string } | string | null
  const { day, time } =
    typeof typed === 'string' && isInstant(typed)
      ? { day: localDateAt(typed, zone), time: localTimeAt(typed, zone) }
      : { day: '', time: '', ...(typed as object | null) }
  const tell = (next: { day: string; time: string }) => {
    const isMoment = LocalDate.safeParse(next.day).success && LocalTime.safeParse(next.time).success
    onChange(isMoment ? instantAt(next.day, next.time, zone) : next)
  }
  return (
    <Row align="start">
      <div>
        <DayInput {...props} label="Date" value={day} onDay={(to) => tell({ day: to, time })} />
      </div>
      <div>
        <TimeInput {...props} id={`${props.id}-time`} label="Time" value={time} onTime={(to) => tell({ day, time: to })} />
      </div>
    </Row>
  )
}
