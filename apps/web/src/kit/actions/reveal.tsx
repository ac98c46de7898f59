import { isPhone, type NamedEndpoint, type Output } from '@larder/contract'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useWrite } from '#api/client.ts'
import { type Column, custom } from '../cells/columns.tsx'
import { CopyText } from '../cells/copy-text.tsx'
import { PhoneText } from '../cells/value-text.tsx'
import { responseFields } from '../field-facts.ts'
import { Button } from '../layout/button.tsx'
import { Row } from '../layout/flow.tsx'
import { soon } from '../lazily.tsx'
import type { BaseRow } from '../row.ts'
import { wordsOf } from '../words.ts'
import { confirmAction } from './action.ts'

const AskDialog = soon(() => import('./ask-dialog.tsx').then((module) => module.AskDialog))

/** Milliseconds after which what was revealed is masked again by itself. */
const shownMs = 5 * 60_000

interface Revealing {
  list: NamedEndpoint
  get?: NamedEndpoint
  reveal: NamedEndpoint
}

/** A masked field among the facts of a record: a phone as phones are written, else as `text`, with the act that reveals it. */
export function revealed<K extends string>(
  key: K,
  { list, get = list, reveal }: Revealing,
  label = wordsOf(key),
): Column<BaseRow & { [P in K]: string }> {
  const schema = responseFields(get)[key]
  return custom<BaseRow & { [P in K]: string }>(
    key,
    label,
    (row) => (
      <Reveal endpoint={reveal} row={row} field={key} label={label.toLowerCase()} masked={row[key]}>
        {(shown) => (schema && isPhone(schema) ? <PhoneText phone={shown} /> : shown)}
      </Reveal>
    ),
    { text: (row) => row[key] },
  )
}

interface RevealProps {
  /** Made by `revealing` of the contract. */
  endpoint: NamedEndpoint
  row: BaseRow
  /** The masked field, and what it is called in a sentence. */
  field: string
  label: string
  masked: string
  /** The value, masked or in clear. */
  children: (value: string) => ReactNode
}

/**
 * A masked value with the act that reveals it, where the record allows it: it asks why, shows the value with Copy, and forgets it when one
 * hides it, leaves, or five minutes have gone.
 */
export function Reveal({ endpoint, row, field, label, masked, children }: RevealProps) {
  const [write, { isBusy, reset }] = useWrite(endpoint)
  const [isAsking, setAsking] = useState(false)
  const [revealed, setRevealed] = useState<{ of: string; value: string } | null>(null)
  const value = revealed?.of === row.id ? revealed.value : null
  const forgetAnswer = useEffectEvent(reset)
  useEffect(() => {
    if (revealed === null) return
    // It stays here alone, not in the cache of what was sent.
    forgetAnswer()
    const timer = setTimeout(() => setRevealed(null), shownMs)
    return () => clearTimeout(timer)
  }, [revealed])
  if (!row.allowed?.some(({ action }) => action === 'reveal')) return children(masked)

  const act = confirmAction(endpoint, {
    label: 'Reveal',
    title: `Reveal the ${label}`,
    question: () => 'Who revealed it and why is saved in the history. It is shown to you alone, until you leave this page.',
    body: () => ({ field }) as never,
    asks: 'reason' as never,
  })
  const send = async (asked: Record<string, unknown>) => {
    const { data, error } = await write({ params: { id: row.id }, body: { ...asked, field } } as never)
    if (data) setRevealed({ of: row.id, value: (data as Output<NamedEndpoint> & { value: string }).value })
    return error
  }
  return (
    <Row gap={2}>
      {children(value ?? masked)}
      {value !== null && <CopyText text={value} shown="Copy" said={`The ${label} was copied`} />}
      <Button
        size="small"
        name={value === null ? `Reveal the ${label}` : `Hide the ${label}`}
        onClick={() => (value === null ? setAsking(true) : setRevealed(null))}
      >
        {value === null ? 'Reveal' : 'Hide'}
      </Button>
      {isAsking && <AskDialog action={act} row={row} send={send} isBusy={isBusy} onClose={() => setAsking(false)} />}
    </Row>
  )
}
