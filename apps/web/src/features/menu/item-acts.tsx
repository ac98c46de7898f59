import { addDays, addMinutes, currentInstant, type Instant, type Item, instantAt, itemContract, localDateAt } from '@larder/contract'
import { useState } from 'react'
import { useZone } from '#kit/access/access.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField, switchField } from '#kit/fields/fields.tsx'
import { DayInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { copyFields } from './copy-fields.tsx'

type Named = Pick<Item, 'id' | 'version' | 'name'>

/** How long an item is snoozed at a press. */
const snoozes = [
  { label: '1 h', until: () => addMinutes(currentInstant(), 60) },
  { label: '4 h', until: () => addMinutes(currentInstant(), 240) },
  { label: 'Until tomorrow', until: (zone: string) => startOf(addDays(localDateAt(currentInstant(), zone), 1), zone) },
] as const

const startOf = (day: string, zone: string): Instant => instantAt(day, '00:00', zone)

/** Until when: one of a few likely moments, or the beginning of any day. */
function SnoozeInput({ label, onChange, value: _, range: __, ...props }: FieldInputProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [day, setDay] = useState('')
  const zone = useZone()
  const choose = (words: string, until: Instant) => {
    setChosen(words)
    setDay('')
    onChange(until)
  }
  return (
    <Stack>
      <Row role="group" aria-label={label}>
        {snoozes.map(({ label: words, until }) => (
          <Button key={words} size="small" pressed={words === chosen} onClick={() => choose(words, until(zone))}>
            {words}
          </Button>
        ))}
      </Row>
      <DayInput
        {...props}
        label="Until a day"
        value={day}
        onDay={(next: string) => {
          setDay(next)
          setChosen(null)
          onChange(/^\d{4}-\d{2}-\d{2}$/.test(next) ? startOf(next, zone) : null)
        }}
      />
    </Stack>
  )
}

const untilField = customField<'until', Instant>('until', {
  label: 'Until',
  help: 'Leave empty to sell it again now',
  input: (props) => <SnoozeInput {...props} />,
  show: (value) => (value ? String(value) : 'sold again'),
  isFleeting: true,
})

/** Not sold until a moment, or sold again. */
export const snooze = confirmAction(itemContract.snooze, {
  label: 'Snooze',
  question: ({ name }: Named) => `Customers see ${name} as sold out until then.`,
  body: () => ({ until: null }),
  asks: [untilField],
  done: ({ name }: Named, { until }) => (until ? `${name} is snoozed` : `${name} is sold again`),
  failed: ({ name }) => `${name} was not snoozed`,
})

/** Sold, or not until somebody says so. */
export const setAvailable = confirmAction(itemContract.setAvailable, {
  label: 'Available or not',
  question: ({ name }: Named) => `${name} is sold as long as it is available.`,
  asks: [switchField('available')],
  body: () => ({ available: true }),
  done: ({ name }: Named) => `${name} is changed`,
  failed: ({ name }) => `${name} was not changed`,
})

/** The same on another store's menu. */
export const copyItem = confirmAction(itemContract.copy, {
  label: 'Copy to store',
  question: ({ name }: Named) =>
    `Another store of the same vertical sells ${name} too, with the same SKU: in the category, of the brand and with the groups of choices that are called there as they are here. From then on each is kept by itself.`,
  body: ({ name }) => ({ name }),
  asks: copyFields,
  done: ({ name }: Named) => `${name} copied`,
  failed: ({ name }) => `${name} was not copied`,
})
