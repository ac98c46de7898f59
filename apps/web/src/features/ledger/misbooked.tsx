import { type MisbookedOrder, misbookedOrderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { Postings } from '#entities/ledger/postings.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { When } from '#kit/cells/when.tsx'
import { Findings } from '#kit/feedback/findings.tsx'
import { useFormat } from '#kit/format.ts'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'

export const openMisbooked = { query: { status: 'open', limit: 100 } } as const

const correct = confirmAction(misbookedOrderContract.correct, {
  label: 'Book what lacks',
  question: ({ order }: MisbookedOrder) =>
    `What the ledger lacks of ${order.name} is booked as an entry of its own. Nothing is taken back by it.`,
  asks: 'reason',
  done: ({ order }) => `Corrected: ${order.name}`,
})

/** When the ledger was last held against the orders, and which of them are booked otherwise than they stand. */
export function Misbooked() {
  const read = useRead(misbookedOrderContract.list, openMisbooked)
  const last = useRead(misbookedOrderContract.last, {}).data?.last
  const { number } = useFormat()
  return (
    <Findings
      read={read}
      title={(count) =>
        count === 1 ? '1 order is booked otherwise than it stands' : `${number(count)} orders are booked otherwise than they stand`
      }
      Finding={Otherwise}
      looked={
        last && (
          <>
            Checked <When at={last.finishedAt} />: {number(last.orders)} orders checked against the ledger
          </>
        )
      }
      sound="all booked as they stand"
    />
  )
}

/** One of them: what the ledger lacks of it, and what can be done about it. */
function Otherwise({ row }: { row: MisbookedOrder }) {
  const { order, store, lacks, createdAt } = row
  return (
    <Stack gap={1}>
      <Row justify="space-between">
        <Text size={13} weight={500}>
          <PlaceLink entity="order" id={order.id}>
            {order.name}
          </PlaceLink>
          , {store.name}
        </Text>
        <Text size={12} tone="muted">
          Found <When at={createdAt} />
        </Text>
      </Row>
      <Text as="p" size={12} tone="muted">
        The ledger lacks:
      </Text>
      <Postings postings={lacks} />
      <Row>
        <ActionButton action={correct} row={row} size="small" isQuiet />
      </Row>
    </Stack>
  )
}
