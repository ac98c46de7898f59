import { addMinutes, currentInstant, type Instant, type StoreRow, storeContract } from '@larder/contract'
import { useState } from 'react'
import { confirmAction } from '#kit/actions/action.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField, textField } from '#kit/fields/fields.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { pauseLengths } from './open-mode-panel.tsx'

type Named = Pick<StoreRow, 'id' | 'version' | 'name' | 'status' | 'isWithinHours'>

const untilField = customField<'until', Instant>('until', {
  label: 'For how long',
  input: (props) => <LengthInput {...props} />,
  show: (value) => (value ? String(value) : 'until reopened'),
  isFleeting: true,
})

/** Takes no orders for a while, or until it is opened again. */
export const pause = confirmAction(storeContract.setOpenMode, {
  label: 'Pause',
  question: ({ name }: Named) => `${name} takes no new orders. Orders in progress go on.`,
  body: () => ({ mode: 'paused', until: null }),
  asks: [untilField, textField('reason', { label: 'Reason', help: 'Shown to staff beside the store.' })],
  done: ({ name }: Named) => `${name} is paused`,
  failed: ({ name }) => `${name} was not paused`,
  ahead: (_row, { until = null }) => ({ openMode: 'paused', openModeUntil: until, isOpenNow: false }),
})

/** Takes orders within its hours again, whatever stopped it. */
export const reopen = confirmAction(storeContract.setOpenMode, {
  label: 'Reopen',
  question: ({ name }: Named) => `${name} takes orders within its hours again.`,
  body: () => ({ mode: 'open' }),
  done: ({ name }: Named) => `${name} is open`,
  failed: ({ name }) => `${name} was not reopened`,
  ahead: ({ status, isWithinHours }: Named) => ({
    openMode: 'open',
    openModeUntil: null,
    isOpenNow: status === 'live' && isWithinHours,
  }),
})

function LengthInput({ label, onChange }: FieldInputProps) {
  const [length, setLength] = useState<number | null>(null)
  const choose = (minutes: number | null) => {
    setLength(minutes)
    onChange(minutes === null ? null : addMinutes(currentInstant(), minutes))
  }
  return (
    <Row role="group" aria-label={label}>
      {pauseLengths.map(({ label: words, minutes }) => (
        <Button key={words} size="small" pressed={minutes === length} onClick={() => choose(minutes)}>
          {words}
        </Button>
      ))}
    </Row>
  )
}
