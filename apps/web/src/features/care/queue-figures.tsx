import { measured, type TicketFigures, ticketContract, ticketQueueLabels } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { PlaceLink, usePlaces } from '#kit/access/places.tsx'
import { SkeletonCard } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import './care.css'

/** How each queue stands, and who is on the desk with what. */
export function QueueFigures() {
  const { data } = useRead(ticketContract.figures, {})
  const { listPath } = usePlaces()
  if (!data) return <SkeletonCard lines={3} />
  return (
    <Stack gap={3}>
      <div className="queues">
        {data.queues.map((queue) => (
          <Figure
            key={queue.queue}
            label={ticketQueueLabels[queue.queue]}
            value={queue.open}
            tone={queue.late > 0 ? 'bad' : 'default'}
            hint={hintOf(queue)}
            to={listPath('ticket', { queue: queue.queue, open: 'true', sort: 'solveDueAt' })}
          />
        ))}
      </div>
      {data.desk.length > 0 && (
        <Row gap={4}>
          {data.desk.map(({ who, tickets, latest }) => (
            <Text key={who.id} size={13} tone="muted">
              <b>{who.name}</b>: {tickets === 1 ? '1 open ticket' : `${tickets} open tickets`}, last worked on{' '}
              <PlaceLink entity="ticket" id={latest.id}>
                {latest.name}
              </PlaceLink>
            </Text>
          ))}
        </Row>
      )}
    </Stack>
  )
}

/** `3 unclaimed, 1 overdue · answered in 12 min, solved in 1 h 30 min` */
function hintOf({ unclaimed, late, answerMinutes, solveMinutes }: TicketFigures['queues'][number]): string {
  const measure = (minutes: number) => measured(minutes, 'min', format())
  const now = [unclaimed > 0 && `${unclaimed} unclaimed`, late > 0 && `${late} overdue`].filter(Boolean).join(', ')
  const times = [
    answerMinutes !== null && `answered in ${measure(answerMinutes)}`,
    solveMinutes !== null && `solved in ${measure(solveMinutes)}`,
  ].filter(Boolean)
  return [now, times.join(', ')].filter(Boolean).join(' · ') || 'Nothing waits'
}
