import OutlinedInput from '@mui/material/OutlinedInput'
import { IconTrash } from '@tabler/icons-react'
import { IconButton } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'

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
    <OutlinedInput
      size="small"
      type="time"
      value={times[key]}
      disabled={disabled}
      onChange={(event) => onChange({ ...times, [key]: event.target.value })}
      slotProps={{ input: { 'aria-label': `${name} ${key}` } }}
      sx={{ width: 124 }}
    />
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
