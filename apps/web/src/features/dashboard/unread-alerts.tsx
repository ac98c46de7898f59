import { alertContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useSettled } from '#api/settled.ts'
import { useArrived } from '#entities/alert/use-arrived.ts'
import { Card } from '#kit/layout/card.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'

const AlertRows = soon(() => import('#entities/alert/alert-rows.tsx').then((module) => module.AlertRows))

const shown = 5

/** What the bell has told and nobody at this account has handled yet: it stays until it is followed or said to be read. */
export function UnreadAlerts() {
  const { data } = useRead(alertContract.list, useSettled() ? {} : null)
  const arrived = useArrived(data?.rows)
  const unread = [...arrived, ...(data?.rows ?? [])].filter(({ isRead }) => !isRead)
  if (unread.length === 0) return null
  const more = unread.length - shown
  return (
    <Card
      title="Unread alerts"
      action={
        more > 0 && (
          <Text size={13} tone="muted">
            {more} more at the bell
          </Text>
        )
      }
    >
      <AlertRows rows={unread.slice(0, shown)} />
    </Card>
  )
}
