import {
  addMinutes,
  instantAt,
  LocalDate,
  type LocalTime,
  localDateAt,
  localTimeAt,
  minutesBetween,
  mostReplayedHours,
  replayedHoursUnasked,
} from '@larder/contract'
import { useZone } from '#kit/access/access.tsx'
import { FieldFrame } from '#kit/fields/form/field-frame.tsx'
import { DayInput, SelectInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import type { Option } from '#kit/fields/options.ts'
import { unbound } from '#kit/fields/unbound.ts'
import { useFormat } from '#kit/format.ts'
import { Style } from '#kit/theme/style.tsx'

interface WindowChoiceProps {
  from: string
  to: string | null
  onChange: (window: { from: string; to: string }) => void
}

const lengths = [1, 3, 6, mostReplayedHours]
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00` as LocalTime)

/** From which hour of which day, and how long. */
export function WindowChoice({ from, to, onChange }: WindowChoiceProps) {
  const zone = useZone()
  const format = useFormat()
  const length = to ? Math.max(1, Math.round(minutesBetween(from, to) / 60)) : replayedHoursUnasked
  const [day, hour] = [localDateAt(from, zone), localTimeAt(from, zone)]
  const choose = (next: { day?: LocalDate; hour?: LocalTime; length?: number }) => {
    const first = instantAt(next.day ?? day, next.hour ?? hour, zone)
    onChange({ from: first, to: addMinutes(first, 60 * (next.length ?? length)) })
  }
  return (
    <Style>
      <div className="replay-window">
        <FieldFrame id="replay-day" label="Day" help={undefined} error={undefined}>
          <DayInput
            {...unbound}
            id="replay-day"
            name="day"
            label="Day"
            value={day}
            onDay={(value) => LocalDate.safeParse(value).success && choose({ day: value as LocalDate })}
          />
        </FieldFrame>
        <Choice
          name="hour"
          label="From"
          value={hour}
          options={[...new Set([...hours, hour])].sort().map((value) => ({ value, label: format.time(value) }))}
          onChoose={(value) => choose({ hour: value as LocalTime })}
        />
        <Choice
          name="length"
          label="For"
          value={String(length)}
          options={[...new Set([...lengths, length])].map((each) => ({
            value: String(each),
            label: each === 1 ? '1 hour' : `${each} hours`,
          }))}
          onChoose={(value) => choose({ length: Number(value) })}
        />
      </div>
    </Style>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string
  options: readonly Option[]
  onChoose: (value: string) => void
}

function Choice({ name, label, value, options, onChoose }: ChoiceProps) {
  const id = `replay-${name}`
  return (
    <FieldFrame id={id} label={label} help={undefined} error={undefined}>
      <SelectInput
        {...unbound}
        id={id}
        name={name}
        label={label}
        value={value}
        options={options}
        onChange={(next) => next && onChoose(String(next))}
      />
    </FieldFrame>
  )
}
