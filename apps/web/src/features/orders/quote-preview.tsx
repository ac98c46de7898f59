import type { Money } from '@larder/contract'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { CallError } from '#api/transport.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import type { Unfinished } from '#kit/fields/form/contract-resolver.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './order-edit.css'

interface QuotePreviewProps<Q extends { total: Money }> extends Pick<FieldInputProps, 'value' | 'onChange' | 'id'> {
  /** Undefined until it is known. */
  quote: Q | undefined
  error: CallError | undefined
  /** Something that it depends on is typed half. */
  isHalf: boolean
  /** Nothing is asked of it yet: what is said then. */
  nothing?: string | false
  children: (quote: Q) => QuoteWords
}

/** A quote in words: sentences above, figures by their names, what else is said of it, and what stands in its way. */
interface QuoteWords {
  told?: readonly string[]
  facts: readonly (readonly [label: string, words: string])[]
  besides?: ReactNode
  problems: readonly string[]
}

/** What comes to what as it stands in the form; its total is what is sent. */
export function QuotePreview<Q extends { total: Money }>(props: QuotePreviewProps<Q>) {
  const { value, onChange, id, quote, error, isHalf, nothing = false, children } = props
  const total = quote && !isHalf && !nothing ? quote.total : null
  const take = useEffectEvent((seen: Money | Unfinished | null) => {
    if (JSON.stringify(seen) !== JSON.stringify(value ?? null)) onChange(seen)
  })
  useEffect(() => take(isHalf ? { unfinished: 'is not known yet: something above is not valid' } : total), [total, isHalf])
  if (isHalf) return <Text tone="muted">Something above is not valid yet.</Text>
  if (nothing) return <Text tone="muted">{nothing}</Text>
  if (error) return <Text tone="bad">{error.message}</Text>
  if (!quote) return <Text tone="muted">Working out the price…</Text>
  const { told = [], facts, besides, problems } = children(quote)
  return (
    <div className="edit-preview" id={id} aria-live="polite">
      <Stack gap={1}>
        {told.map((words) => (
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
        {besides}
        {problems.map((words) => (
          <Text key={words} as="div" size={13} tone="bad">
            {words}
          </Text>
        ))}
      </Stack>
    </div>
  )
}
