import { clockLabels } from '@larder/contract'
import { useId } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { type ClockChoice, clockSet, type MomentChoice, momentsSet, type Preference } from '#state/preference.ts'

const clocks: Readonly<Record<ClockChoice, string>> = { installation: 'As configured', ...clockLabels }
const moments: Readonly<Record<MomentChoice, string>> = { relative: 'How long ago', absolute: 'Date and time' }

/** How this person reads times, on this device. */
export function OwnTimes() {
  const preference = useSelector((state: { preference: Preference }) => state.preference)
  const dispatch = useDispatch()
  return (
    <Card title="Times on this device">
      <Stack gap={3}>
        <Choice label="Clock" words={clocks} value={preference.clock} onChange={(clock) => dispatch(clockSet(clock))} />
        <Choice label="Show times as" words={moments} value={preference.moments} onChange={(choice) => dispatch(momentsSet(choice))} />
      </Stack>
    </Card>
  )
}

interface ChoiceProps<V extends string> {
  label: string
  words: Readonly<Record<V, string>>
  value: V
  onChange: (value: V) => void
}

function Choice<V extends string>({ label, words, value, onChange }: ChoiceProps<V>) {
  const id = useId()
  return (
    <Row justify="space-between" role="group" aria-labelledby={id}>
      <Text id={id}>{label}</Text>
      <Row gap={1}>
        {(Object.keys(words) as V[]).map((each) => (
          <Button key={each} size="small" pressed={each === value} onClick={() => onChange(each)}>
            {words[each]}
          </Button>
        ))}
      </Row>
    </Row>
  )
}
