import {
  addDays,
  currentInstant,
  type Instant,
  instantAt,
  isInstant,
  LocalDate,
  LocalTime,
  localDateAt,
  localTimeAt,
} from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField } from '#kit/fields/fields.tsx'
import { DayInput, TimeInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { RadioList } from '#kit/fields/inputs/radio-list.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'

const label = 'Takes effect'
const show = (value: unknown) => (typeof value === 'string' && isInstant(value) ? format().instant(value, 'dateTime', 'UTC') : 'none')

/** From when a change holds: at once, or a date and time in the installation's zone. */
export const takesEffectField = customField<'takesEffectAt', Instant>('takesEffectAt', {
  label,
  help: 'Date and time are those of the time zone of reports.',
  input: (props) => <WhenInput {...props} />,
  show,
})

/** The same of a change that is planned already. */
export const plannedTimeField = customField<'takesEffectAt', Instant>('takesEffectAt', {
  label,
  help: 'Date and time are those of the time zone of reports.',
  input: (props) => <MomentInput {...props} />,
  show,
})

/** What was typed of a moment, as long as it is none. */
interface Typed {
  unfinished: string
  day: string
  time: string
}

function WhenInput(props: FieldInputProps) {
  const zone = useZone()
  const { name, value, onChange, isInvalid, describedBy, disabled } = props
  const choices = [
    { value: 'now', label: 'Now' },
    { value: 'later', label: 'On a date and time' },
  ]
  const choose = (choice: string) =>
    onChange(choice === 'now' ? null : instantAt(addDays(localDateAt(currentInstant(), zone), 1), '00:00', zone))
  const list = { name: `${name}-choice`, label, choices, isInvalid, describedBy, disabled }
  return (
    <Stack gap={2}>
      <RadioList {...list} value={value ? 'later' : 'now'} onChange={choose} />
      {Boolean(value) && <MomentInput {...props} />}
    </Stack>
  )
}

function MomentInput({ value, onChange, range: _, ...props }: FieldInputProps) {
  const zone = useZone()
  const { day, time } = partsOf(value, zone)
  const tell = (next: { day: string; time: string }) => onChange(momentOf(next, zone))
  return (
    <Row align="start">
      <div>
        <DayInput {...props} label="Date" value={day} onDay={(typed) => tell({ day: typed, time })} />
      </div>
      <div>
        <TimeInput {...props} id={`${props.id}-time`} label="Time" value={time} onTime={(typed) => tell({ day, time: typed })} />
      </div>
    </Row>
  )
}

function partsOf(value: unknown, zone: string): Pick<Typed, 'day' | 'time'> {
  if (typeof value === 'string' && isInstant(value)) return { day: localDateAt(value, zone), time: localTimeAt(value, zone) }
  return { day: '', time: '', ...(value as Typed | null) }
}

function momentOf({ day, time }: Pick<Typed, 'day' | 'time'>, zone: string): Instant | Typed {
  const isMoment = LocalDate.safeParse(day).success && LocalTime.safeParse(time).success
  return isMoment ? instantAt(day, time, zone) : { unfinished: 'needs a date and a time', day, time }
}
