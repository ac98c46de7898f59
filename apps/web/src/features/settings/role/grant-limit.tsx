import type { Granted } from '@larder/contract'
import { useMe } from '#kit/access/access.tsx'
import { MoneyInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { Text } from '#kit/layout/text.tsx'
import { limitWords, permissionWords } from './grant-words.ts'

interface GrantLimitProps {
  grant: Granted
  before: Granted | undefined
  onChange: ((limitMinor: number | null) => void) | undefined
}

/** The most that one act of a permission may move; none is no limit. */
export function GrantLimit({ grant, before, onChange }: GrantLimitProps) {
  const { currency } = useMe()
  const { permission, limitMinor } = grant
  const words = permissionWords(permission)
  const verb = words.split(' ')[0] ?? words
  if (!onChange)
    return (
      <Text as="div" size={13}>
        {limitMinor === null ? `${verb}: no limit` : verb + limitWords(limitMinor, currency)}
      </Text>
    )
  const isChanged = before !== undefined && before.limitMinor !== limitMinor
  const id = `limit-${permission}`
  const take = (value: unknown) => {
    const isAmount = typeof value === 'object' && value !== null && 'minor' in value
    // What is no amount stays what was typed: the form says so.
    onChange(value === null ? null : isAmount ? (value.minor as number) : (value as number))
  }
  return (
    <div className="limit">
      <label htmlFor={id}>
        <Text size={12} tone="muted">
          {words} up to{isChanged && `, ${before.limitMinor === null ? 'no limit' : limitWords(before.limitMinor, currency).trim()} before`}
        </Text>
      </label>
      <MoneyInput
        id={id}
        name={id}
        label={`${words} up to`}
        value={typeof limitMinor === 'number' ? { minor: limitMinor, currency } : limitMinor}
        onChange={take}
        onBlur={() => {}}
        ref={null}
        isInvalid={limitMinor !== null && !(typeof limitMinor === 'number' && limitMinor > 0)}
        describedBy={undefined}
        disabled={false}
      />
    </div>
  )
}
