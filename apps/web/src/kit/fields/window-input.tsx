import { IconTrash } from '@tabler/icons-react'
import { IconButton } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import { TimeInput } from './time-input.tsx'

export interface Times {
  opens: string
  closes: string
}

interface WindowInputProps {
  name: string
  times: Times
  disabled: boolean
  onChange: (times: Times) => void
  onRemove: () => void
}

/** From a time to a time; a closing time that is not later is past midnight. */
export function WindowInput({ name, times, disabled, onChange, onRemove }: WindowInputProps) {
  const time = (key: keyof Times) => (
    <TimeInput label={`${name} ${key}`} value={times[key]} disabled={disabled} onTime={(next) => onChange({ ...times, [key]: next })} />
  )
  return (
    <Row gap={1}>
      {time('opens')}
      <Text tone="muted">to</Text>
      {time('closes')}
      <Text size={12} tone="muted">
        {times.opens === times.closes ? 'all day' : times.closes < times.opens ? 'next day' : ''}
      </Text>
      <IconButton label={`Remove ${name}`} icon={IconTrash} size="small" disabled={disabled} onClick={onRemove} />
    </Row>
  )
}
