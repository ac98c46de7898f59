import type { FeeTier, Money } from '@larder/contract'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMe } from '#kit/access/access.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { MoneyInput } from '#kit/fields/money-input.tsx'
import { NumberInput } from '#kit/fields/number-input.tsx'
import { Button, IconButton } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'

type Tier = { maxKm: number | null; fee: Money | null }

/** The fee up to each distance, nearest first. */
export function FeeTiersInput(props: FieldInputProps) {
  const { currency } = useMe()
  const tiers = (props.value as Tier[] | null | undefined) ?? []
  const change = (index: number, part: Partial<Tier>) =>
    props.onChange(tiers.map((tier, at) => (at === index ? { ...tier, ...part } : tier)))
  const last = tiers.at(-1)
  const addTier = () => props.onChange([...tiers, { maxKm: (last?.maxKm ?? 0) + 2, fee: last?.fee ?? { minor: 0, currency } }])
  return (
    <Stack gap={2} role="group" aria-label={props.label}>
      {tiers.map((tier, index) => {
        const part = (name: 'maxKm' | 'fee', label: string) => ({
          ...props,
          id: `${props.id}-${index}-${name}`,
          name: `${props.name}.${index}.${name}`,
          label: `${label} of tier ${index + 1}`,
          value: tier[name],
          onChange: (value: unknown) => change(index, { [name]: value }),
        })
        return (
          <Row key={index} gap={2}>
            <Row as="label" isOneLine style={{ flex: 1 }}>
              <span className="one-line">up to</span>
              <NumberInput {...part('maxKm', 'Distance')} unit="km" isFraction />
            </Row>
            <Row as="label" isOneLine style={{ flex: 1 }}>
              fee
              <MoneyInput {...part('fee', 'Fee')} />
            </Row>
            <IconButton
              label={`Remove tier ${index + 1}`}
              icon={IconTrash}
              size="small"
              onClick={() => props.onChange(tiers.filter((_, at) => at !== index))}
            />
          </Row>
        )
      })}
      <Row>
        <Button icon={IconPlus} size="small" onClick={addTier}>
          Add a tier
        </Button>
      </Row>
    </Stack>
  )
}

/** "up to 3 km ₹25.00, up to 6 km ₹45.00". */
export function tierWords(tiers: readonly FeeTier[], formatMoney: (fee: Money) => string): string {
  return tiers.map(({ maxKm, fee }) => `up to ${maxKm} km ${formatMoney(fee)}`).join(', ')
}
