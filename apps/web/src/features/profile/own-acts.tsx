import { auditEntryContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { Deed, Subject } from '#entities/audit-entry.tsx'
import { EmptyState, Loading } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Timeline } from '#kit/panels/timeline.tsx'

/** What this person did last, in the words of the records. */
export function OwnActs() {
  const read = useRead(auditEntryContract.own, {})
  return (
    <Card title="What you did last">
      <Loading read={read}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState title="Nothing yet" text="What you do stands here and in the history of each record." />
          ) : (
            <Timeline
              entries={entries.map((entry) => ({
                id: entry.id,
                at: entry.at,
                who: '',
                what: <Deed entry={entry} />,
                note: <Subject entry={entry} />,
              }))}
            />
          )
        }
      </Loading>
    </Card>
  )
}
