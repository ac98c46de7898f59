import { walletCreditContract, walletEntryKindLabels } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Timeline } from '#kit/panels/timeline.tsx'

/** Every entry of a credit, newest first. */
export function CreditEntries({ id }: { id: string }) {
  const read = useRead(walletCreditContract.entries, { params: { id } })
  return (
    <Loading read={read}>
      {(entries) => (
        <Timeline
          entries={entries.toReversed().map((entry) => ({
            id: entry.id,
            at: entry.at,
            who: entry.by,
            what: `${walletEntryKindLabels[entry.kind]}: ${format().money(entry.amount)}`,
            note: entry.order && (
              <PlaceLink entity="order" id={entry.order.id}>
                {entry.order.number}
              </PlaceLink>
            ),
          }))}
        />
      )}
    </Loading>
  )
}
