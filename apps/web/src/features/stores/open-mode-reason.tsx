import { useId } from 'react'
import { LineInput } from '#kit/fields/inputs/text-inputs.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { Style } from '#kit/theme/style.tsx'

/** Why a store is busy or paused, as its staff reads it. */
export function OpenModeReason({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <Style>
      <LineInput
        {...unbound}
        id={useId()}
        name="reason"
        label="Reason"
        ownName="Reason"
        placeholder="Reason, shown to staff beside the store"
        longest={200}
        text={text}
        onText={onText}
      />
    </Style>
  )
}
