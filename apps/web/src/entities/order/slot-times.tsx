import { instantAt, LocalDate, LocalTime, localDateAt, localTimeAt, type Order, Slot } from '@larder/contract'
import { useState } from 'react'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { DayInput } from '#kit/fields/inputs/day-input.tsx'
import { TimeInput } from '#kit/fields/inputs/time-input.tsx'
import { Text } from '#kit/layout/text.tsx'
import './slot-times.css'

interface Times {
  day: string
  from: string
  to: string
}

export type Slotted = Pick<Order, 'slotFrom' | 'slotTo' | 'timeZone'>

/** Day and hours of a slot, by the clocks of a place: what the form holds already, else the order's own; null as long as they are these. */
export function SlotTimes({ order, onChange, problems = {}, ...props }: FieldInputProps & { order: Slotted }) {
  const [times, setTimes] = useState(() => timesOf({ ...order, ...heldIn(props.value) }))
  const take = (part: Partial<Times>) => {
    const next = { ...times, ...part }
    setTimes(next)
    const own = timesOf(order)
    const isSame = next.day === own.day && next.from === own.from && next.to === own.to
    onChange(isSame ? null : { from: momentOf(next.day, next.from, order.timeZone), to: momentOf(next.day, next.to, order.timeZone) })
  }
  const cell = (part: keyof Times) => ({
    ...props,
    id: `${props.id}-${part}`,
    name: `${props.name}.${part}`,
    ref: null,
    value: times[part],
  })
  return (
    <>
      <div className="slot-times">
        <DayInput {...cell('day')} label="Day" onDay={(day) => take({ day })} />
        <TimeInput {...cell('from')} label="From" onTime={(from) => take({ from })} />
        <TimeInput {...cell('to')} label="Until" onTime={(to) => take({ to })} />
      </div>
      {Object.entries(problems).map(([path, words]) =>
        path === '' ? null : (
          <Text key={path} as="div" size={12} tone="bad">
            <span role="alert">
              {path === 'from' ? 'From' : 'Until'} {words}
            </span>
          </Text>
        ),
      )}
    </>
  )
}

function heldIn(value: unknown): Partial<Slotted> {
  const { data } = Slot.safeParse(value)
  return data ? { slotFrom: data.from, slotTo: data.to } : {}
}

function timesOf({ slotFrom, slotTo, timeZone }: Slotted): Times {
  if (!slotFrom || !slotTo) return { day: '', from: '', to: '' }
  return { day: localDateAt(slotFrom, timeZone), from: localTimeAt(slotFrom, timeZone), to: localTimeAt(slotTo, timeZone) }
}

// What is no day or no time stays as it was typed, and is refused as that.
function momentOf(day: string, time: string, zone: string): string {
  const isMoment = LocalDate.safeParse(day).success && LocalTime.safeParse(time).success
  return isMoment ? instantAt(day, time, zone) : `${day} ${time}`
}
