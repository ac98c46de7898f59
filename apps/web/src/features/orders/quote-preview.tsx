import type { Money } from '@larder/contract'
import { useEffect, useEffectEvent } from 'react'
import type { CallError } from '#api/transport.ts'
import { QuoteLines, type QuoteWords } from '#entities/order/quote-lines.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import type { Unfinished } from '#kit/fields/form/contract-resolver.ts'
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
  return (
    <div className="edit-preview" id={id} aria-live="polite">
      <QuoteLines {...children(quote)} />
    </div>
  )
}
