import { type MisbookedOrder, misbookedOrderContract } from '@larder/contract'
import { useRead, useWrite } from '#api/client.ts'
import { Postings } from '#entities/ledger/postings.tsx'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { When } from '#kit/cells/when.tsx'
import { ErrorState } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'

export const openMisbooked = { query: { status: 'open', limit: 100 } } as const

const correct = confirmAction(misbookedOrderContract.correct, {
  label: 'Book what lacks',
  question: ({ order }: MisbookedOrder) =>
    `What the ledger lacks of ${order.name} is booked as an entry of its own. Nothing is taken back by it.`,
  asks: 'reason',
  done: ({ order }) => `Corrected: ${order.name}`,
})

/** Begins a check of the ledger, as a task. */
export function CheckButton() {
  const [check, { isBusy }] = useWrite(misbookedOrderContract.check)
  const notify = useNotify()
  const mayCheck = useCan(misbookedOrderContract.check.shape.permission)
  const { data } = useRead(misbookedOrderContract.last, {})
  if (!mayCheck || !data) return null
  const begin = async () => {
    const { error } = await check({ body: {} })
    if (error) notify(`Nothing was checked: ${error.message}`, 'error')
    else notify('The ledger is checked: its progress stands in the header', 'info')
  }
  return (
    <Button busy={isBusy} onClick={() => void begin()}>
      Check now
    </Button>
  )
}

/** When the ledger was last held against the orders, and which of them are booked otherwise than they stand. */
export function Misbooked() {
  const read = useRead(misbookedOrderContract.list, openMisbooked)
  const { data } = useRead(misbookedOrderContract.last, {})
  if (read.error) return <ErrorState error={read.error} retry={read.refetch} />
  const rows = read.data?.rows ?? []
  const last = data?.last
  const checked = last && (
    <Text as="p" size={13} tone="muted">
      Checked <When at={last.finishedAt} />: {format().number(last.orders)} orders checked against the ledger
      {rows.length === 0 && ', all booked as they stand'}
    </Text>
  )
  if (rows.length === 0) return checked ?? null
  const title =
    rows.length === 1
      ? '1 order is booked otherwise than it stands'
      : `${format().number(rows.length)} orders are booked otherwise than they stand`
  return (
    <Card title={title}>
      <Stack gap={3}>
        {rows.map((row) => (
          <Otherwise key={row.id} row={row} />
        ))}
        {checked}
      </Stack>
    </Card>
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
