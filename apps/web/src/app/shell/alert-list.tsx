import { type Alert, type Alerts, alertContract, currentInstant } from '@larder/contract'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '#api/client.ts'
import { AlertRows } from '#entities/alert/alert-rows.tsx'
import { EmptyState, ErrorState } from '#kit/feedback/feedback.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'

interface AlertListProps {
  alerts: Alerts | undefined
  arrived: readonly (Alert & { sequence: number })[]
  isAllRead: boolean
}

/** What is late now, then what was told, newest first; each is read by following it, or by saying so. */
export function AlertList({ alerts, arrived, isAllRead }: AlertListProps) {
  const late = alerts?.late ?? []
  const told = [...arrived, ...(alerts?.rows ?? [])]
  const markAllRead = useMarkAllRead(alerts, arrived)
  if (late.length + told.length === 0)
    return <EmptyState title="No alerts" text="Late orders, orders that wait and the like appear here, and are kept for three days." />
  return (
    <Stack gap={3}>
      <Row justify="space-between" isOneLine>
        <Text as="h2" size={14} weight={600}>
          Alerts
        </Text>
        <Button size="small" icon={IconChecks} disabled={isAllRead} onClick={markAllRead}>
          Mark all read
        </Button>
      </Row>
      {late.length > 0 && (
        <Stack as="section" gap={2} aria-label="Late now">
          <Text as="h3" size={12} weight={600} tone="muted">
            Late now
          </Text>
          <AlertRows rows={late} />
        </Stack>
      )}
      {told.length > 0 && (
        <Stack as="section" gap={2} aria-label="Latest">
          {late.length > 0 && (
            <Text as="h3" size={12} weight={600} tone="muted">
              Latest
            </Text>
          )}
          <AlertRows rows={told} />
          <More before={alerts?.next ?? null} />
        </Stack>
      )}
    </Stack>
  )
}

/** What comes before a number, once it is asked for. */
function More({ before }: { before: number | null }) {
  const [asked, setAsked] = useState<number | null>(null)
  if (before === null) return null
  if (asked !== before)
    return (
      <Button size="small" fullWidth onClick={() => setAsked(before)}>
        Show earlier
      </Button>
    )
  return <Earlier before={before} />
}

function Earlier({ before }: { before: number }) {
  const { data, error, refetch } = useRead(alertContract.earlier, { query: { before } })
  if (error) return <ErrorState error={error} retry={refetch} />
  return (
    <>
      <AlertRows rows={data?.rows ?? []} />
      <More before={data?.next ?? null} />
    </>
  )
}

/** Up to what is on screen: what arrives meanwhile stays unread. */
function useMarkAllRead(alerts: Alerts | undefined, arrived: AlertListProps['arrived']): () => void {
  const [markAllRead] = useWrite(alertContract.markAllRead)
  const notify = useNotify()
  const { sequence, at } = alerts?.upTo ?? { sequence: 0, at: currentInstant() }
  const mark = async () => {
    const { error } = await markAllRead({ body: { sequence: Math.max(sequence, ...arrived.map((alert) => alert.sequence)), at } })
    if (error) notify(`The alerts were not marked as read: ${error.message}`, 'error')
  }
  return () => void mark()
}
