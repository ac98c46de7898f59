import { clockChoiceLabels, momentChoiceLabels } from '@larder/contract'
import { useId } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { clockSet, momentsSet, type Preference, takeoverSet } from '#state/preference.ts'

const takeoverLabels = { off: 'As a message', on: 'Over the whole screen' } as const

/** How this person is told of new orders. */
export function OwnOrders() {
  const { takeover } = useSelector((state: { preference: Preference }) => state.preference)
  const dispatch = useDispatch()
  return (
    <Card title="New orders">
      <Choice
        label="Show new orders"
        words={takeoverLabels}
        value={takeover ? 'on' : 'off'}
        onChange={(choice) => dispatch(takeoverSet(choice === 'on'))}
      />
    </Card>
  )
}

/** How this person reads times, wherever they sign in. */
export function OwnTimes() {
  const preference = useSelector((state: { preference: Preference }) => state.preference)
  const dispatch = useDispatch()
  return (
    <Card title="Times">
      <Stack gap={3}>
        <Choice label="Clock" words={clockChoiceLabels} value={preference.clock} onChange={(clock) => dispatch(clockSet(clock))} />
        <Choice
          label="Show times as"
          words={momentChoiceLabels}
          value={preference.moments}
          onChange={(choice) => dispatch(momentsSet(choice))}
        />
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
