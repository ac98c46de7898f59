import { type Alert, alertContract } from '@larder/contract'
import { IconCheck } from '@tabler/icons-react'
import { useWrite } from '#api/client.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { IconButton } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { Timeline, type TimelineEntry } from '#kit/panels/timeline.tsx'

const tones = { success: 'good', info: 'info', warning: 'warning', error: 'bad' } as const

/** Alerts, each read by following it, or by saying so. */
export function AlertRows({ rows }: { rows: readonly Alert[] }) {
  const [markRead] = useWrite(alertContract.markRead)
  const notify = useNotify()
  const read = async ({ id }: Alert) => {
    const { error } = await markRead({ params: { id } })
    if (error) notify(`The alert was not marked as read: ${error.message}`, 'error')
  }
  return <Timeline entries={rows.map((alert) => entryOf(alert, () => void read(alert)))} />
}

function entryOf({ id, at, title, text, tone, entity, entityId, isRead }: Alert, read: () => void): TimelineEntry {
  const name = isRead ? title : <Text weight={600}>{title}</Text>
  const onFollow = isRead ? undefined : read
  const what = (
    <Row justify="space-between" align="start" isOneLine>
      {entity && entityId ? (
        <PlaceLink entity={entity} id={entityId} onFollow={onFollow}>
          {name}
        </PlaceLink>
      ) : (
        name
      )}
      {!isRead && <IconButton label={`Mark as read: ${title}`} icon={IconCheck} size="small" onClick={read} />}
    </Row>
  )
  return { id, at, who: isRead ? '' : 'New', what, note: text, tone: tones[tone] }
}
