import type { ComponentType, ReactNode } from 'react'
import type { ReadState } from '#api/client.ts'
import { Card } from '../layout/card.tsx'
import { Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import type { BaseRow } from '../row.ts'
import { ErrorState } from './feedback.tsx'

interface FindingsProps<R extends BaseRow> {
  read: ReadState<{ rows: R[] }>
  /** What the card is called that holds so many of them, at least one. */
  title: (count: number) => string
  Finding: ComponentType<{ row: R }>
  /** When and at what was last looked; null where it was not yet, undefined until that is known. */
  looked: ReactNode
  /** Ends that sentence where nothing was found. */
  sound: string
}

/** What a check that runs by itself has found and nobody has dealt with, and when it last looked; that alone where nothing is open. */
export function Findings<R extends BaseRow>({ read, title, Finding, looked, sound }: FindingsProps<R>) {
  if (read.error) return <ErrorState error={read.error} retry={read.refetch} />
  const waiting = <span className="bone" style={{ width: 320 }} />
  if (!read.data) return waiting
  const { rows } = read.data
  const last =
    looked === undefined
      ? waiting
      : looked && (
          <Text as="p" size={13} tone="muted">
            {looked}
            {rows.length === 0 && `, ${sound}`}
          </Text>
        )
  if (rows.length === 0) return last
  return (
    <Card title={title(rows.length)}>
      <Stack gap={3}>
        {rows.map((row) => (
          <Finding key={row.id} row={row} />
        ))}
        {last}
      </Stack>
    </Card>
  )
}
