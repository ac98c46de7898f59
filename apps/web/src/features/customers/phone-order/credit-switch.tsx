import type { PhoneQuote } from '@larder/contract'
import { SwitchInput } from '#kit/fields/inputs/switch-input.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { format } from '#kit/format.ts'
import { Style } from '#kit/theme/style.tsx'

interface Props {
  id: string
  wallet: PhoneQuote['wallet']
  isUsed: boolean
  onChange: (useCredits: boolean) => void
}

/** Whether the caller's credits pay for as much of the order as they can. */
export function CreditSwitch({ id, wallet, isUsed, onChange }: Props) {
  return (
    <Style>
      <SwitchInput
        {...unbound}
        id={id}
        name="useCredits"
        label={`Use credit of ${format().money(wallet)}`}
        value={isUsed}
        onChange={(next) => onChange(next === true)}
      />
    </Style>
  )
}
