import { type LedgerEntry, ledgerEntryContract, ledgerEntryKindLabels, type Order } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { Postings } from '#entities/ledger/postings.tsx'
import { When } from '#kit/cells/when.tsx'
import { EmptyState, ErrorState, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

function Booked({ entry: { by, at }, zone }: { entry: LedgerEntry; zone: string }) {
  return (
    <Text size={13} tone="muted">
      {by && `${by}, `}
      <When at={at} zone={zone} />
    </Text>
  )
}

/** What the ledger says of an order: every entry with both sides, as they were booked. */
export function OrderLedger({ order }: { order: Order }) {
  const read = useRead(ledgerEntryContract.list, { query: { orderId: order.id, sort: 'day', limit: 100 } })
  if (read.error) return <ErrorState error={read.error} retry={read.refetch} />
  if (!read.data) return <SkeletonCard lines={8} />
  if (read.data.rows.length === 0) return <EmptyState title="Nothing is booked yet" text="Earlier orders are booked in the background." />
  return (
    <Stack gap={4}>
      {read.data.rows.map((entry) => (
        <Card key={entry.id} title={ledgerEntryKindLabels[entry.kind]} action={<Booked entry={entry} zone={order.timeZone} />} flush>
          <Postings postings={entry.postings} />
        </Card>
      ))}
    </Stack>
  )
}
