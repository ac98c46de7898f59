import type { Instant } from '@larder/contract'
import type { ReactNode } from 'react'
import { colourOf, type StatusStyle } from '../cells/status-style.tsx'
import { When } from '../cells/when.tsx'
import { Row, Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import './panels.css'

export interface TimelineEntry {
  id: string
  at: Instant
  who: string
  what: ReactNode
  note?: ReactNode
  tone?: Exclude<StatusStyle['tone'], undefined>
}

interface TimelineProps {
  entries: readonly TimelineEntry[]
  zone?: string
  /** Moments in relation to now and by the clock. */
  isWhole?: boolean
}

/** What happened, newest first as given: who, when, what. */
export function Timeline({ entries, zone, isWhole }: TimelineProps) {
  return (
    <ol className="timeline">
      {entries.map(({ id, at, who, what, note, tone }) => (
        <li key={id}>
          <span aria-hidden className="dot" style={{ background: colourOf({ label: '', ...(tone && { tone }) }) }} />
          <Stack gap={0.5}>
            <Text as="div">{what}</Text>
            {note && (
              <Text as="div" size={13} tone="muted">
                {note}
              </Text>
            )}
            <Row gap={1}>
              {who && (
                <Text size={12} tone="muted">
                  {who}
                </Text>
              )}
              <Text size={12} tone="muted">
                <When at={at} zone={zone} isWhole={isWhole} />
              </Text>
            </Row>
          </Stack>
        </li>
      ))}
    </ol>
  )
}
