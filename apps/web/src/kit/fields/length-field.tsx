import { addMinutes, currentInstant, type Instant } from '@larder/contract'
import { useState } from 'react'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import type { FieldInputProps } from './field.ts'
import { customField } from './fields.tsx'

/** How long something lasts from now on; null: until somebody ends it. */
interface Length {
  label: string
  minutes: number | null
}

/** When something ends, chosen by how long it lasts; `open`: what is said of what has no end. */
export function lengthField<K extends string>(key: K, lengths: readonly Length[], open = 'none') {
  return customField<K, Instant>(key, {
    label: 'For how long',
    input: (props) => <LengthInput {...props} lengths={lengths} />,
    show: (value) => (value ? String(value) : open),
    isFleeting: true,
  })
}

function LengthInput({ label, onChange, lengths }: FieldInputProps & { lengths: readonly Length[] }) {
  const [length, setLength] = useState<number | null>(null)
  const choose = (minutes: number | null) => {
    setLength(minutes)
    onChange(minutes === null ? null : addMinutes(currentInstant(), minutes))
  }
  return (
    <Row role="group" aria-label={label}>
      {lengths.map(({ label: words, minutes }) => (
        <Button key={words} size="small" pressed={minutes === length} onClick={() => choose(minutes)}>
          {words}
        </Button>
      ))}
    </Row>
  )
}
