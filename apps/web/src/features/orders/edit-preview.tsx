import { isZeroMoney, type Money, OrderEdit, OrderLineChange, orderEditContract } from '@larder/contract'
import { use, useEffect, useEffectEvent } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import type { Unfinished } from '#kit/fields/form/contract-resolver.ts'
import { useFormValues } from '#kit/fields/form/use-form-values.ts'
import { FormRecord } from '#kit/fields/reference.tsx'
import { format } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './order-edit.css'

/** What the edit comes to as it stands in the form, and what that means for the payment; its total is what is sent. */
export function EditPreview({ value, onChange, id }: FieldInputProps) {
  const order = use(FormRecord)
  const { reason, ...typed } = useFormValues()
  const edit = asFarAsItGoes(typed)
  const code = typeof reason === 'string' && reason !== '' ? { reason } : {}
  const { data, error } = useRead(orderEditContract.previewEdit, edit && order && { params: { id: order.id }, body: { ...edit, ...code } })
  const total = edit && data ? data.total : null
  const isHalf = !edit && [typed.lines, typed.address, typed.slot, typed.tip].some((part) => part !== null && part !== undefined)
  const take = useEffectEvent((seen: Money | Unfinished | null) => {
    if (JSON.stringify(seen) !== JSON.stringify(value ?? null)) onChange(seen)
  })
  useEffect(() => take(isHalf ? { unfinished: 'is not known yet: something above is not valid' } : total), [total, isHalf])
  if (isHalf) return <Text tone="muted">Something above is not valid yet.</Text>
  if (!edit) return <Text tone="muted">Nothing is changed yet.</Text>
  if (error) return <Text tone="bad">{error.message}</Text>
  if (!data) return <Text tone="muted">Working out the price…</Text>
  const money = format().money
  const { before, difference, refund, due } = data
  const facts: [string, string][] = [
    ['Now', money(before)],
    ['After the edit', money(data.total)],
    ['Difference', `${difference.minor > 0 ? '+' : ''}${money(difference)}`],
    ...(isZeroMoney(refund) ? [] : [['Goes back to the customer', money(refund)] as [string, string]]),
    ...(isZeroMoney(due) ? [] : [['Due at hand-over', money(due)] as [string, string]]),
  ]
  return (
    <div className="edit-preview" id={id} aria-live="polite">
      <Stack gap={1}>
        {data.told.map((words) => (
          <Text key={words} as="div" size={13}>
            {words}
          </Text>
        ))}
        {facts.map(([label, words]) => (
          <Row key={label} justify="space-between" isOneLine>
            <Text size={13} tone="muted">
              {label}
            </Text>
            <Text size={13} weight={600}>
              {words}
            </Text>
          </Row>
        ))}
        {data.problems.map(({ field, message }) => (
          <Text key={field + message} as="div" size={13} tone="bad">
            {wordsOfProblem(field, message)}
          </Text>
        ))}
      </Stack>
    </div>
  )
}

const names: Readonly<Record<string, string>> = { lines: 'The items', address: 'The address', slot: 'The slot', tip: 'The tip' }

// A sentence of its own is told as it is; what continues its field's name, after that name.
function wordsOfProblem(field: string, message: string): string {
  return /^[A-Z]/.test(message) ? message : `${names[field.split('.')[0] ?? ''] ?? 'This'} ${message}.`
}

/** What was typed, as far as it is an edit already; null while it is none. */
function asFarAsItGoes(typed: Record<string, unknown>): OrderEdit | null {
  const lines = (Array.isArray(typed.lines) ? typed.lines : []).filter((line) => OrderLineChange.safeParse(line).success)
  const given = { ...(lines.length > 0 && { lines }), ...pick(typed, 'address'), ...pick(typed, 'slot'), ...pick(typed, 'tip') }
  const parsed = Object.keys(given).length > 0 ? OrderEdit.safeParse(given) : null
  return parsed?.success ? parsed.data : null
}

function pick(typed: Record<string, unknown>, part: 'address' | 'slot' | 'tip'): Record<string, unknown> {
  const value = typed[part]
  return value !== null && value !== undefined && OrderEdit.shape[part].safeParse(value).success ? { [part]: value } : {}
}
