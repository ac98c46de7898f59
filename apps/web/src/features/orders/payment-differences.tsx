import { differenceLabels, gatewayLabels, type PaymentDifference, paymentDifferenceContract } from '@larder/contract'
import { useRead, useWrite } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { When } from '#kit/cells/when.tsx'
import { ErrorState } from '#kit/feedback/feedback.tsx'
import { format } from '#kit/format.ts'
import { Button } from '#kit/layout/button.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import './order.css'

export const openDifferences = { query: { status: 'open', limit: 100 } } as const

const settle = confirmAction(paymentDifferenceContract.settle, {
  label: 'Settle',
  question: ({ reference, order, ours, theirs }: PaymentDifference) => {
    const booked = format().money({ ...ours, minor: Math.abs(ours.minor - theirs.minor) })
    const books = order && ours.minor !== theirs.minor ? `${booked} is booked to Payment differences.` : 'Nothing is booked.'
    return `Say what became of ${reference}. ${books} It is hidden until it changes.`
  },
  asks: 'reason',
  done: ({ reference }) => `Settled: ${reference}`,
})

/** Begins a comparison with the gateway's list, as a task. */
export function CompareButton() {
  const [compare, { isBusy }] = useWrite(paymentDifferenceContract.compare)
  const notify = useNotify()
  const mayCompare = useCan(paymentDifferenceContract.compare.shape.permission)
  const { data } = useRead(paymentDifferenceContract.last, {})
  if (!mayCompare || !data?.gateway) return null
  const begin = async () => {
    const { error } = await compare({ body: {} })
    if (error) notify(`Nothing was compared: ${error.message}`, 'error')
    else notify('Comparing with the gateway: its progress stands in the header', 'info')
  }
  return (
    <Button busy={isBusy} onClick={() => void begin()}>
      Compare now
    </Button>
  )
}

/** What our books and the gateway say differently, and when that was last looked at. */
export function Differences() {
  const read = useRead(paymentDifferenceContract.list, openDifferences)
  const { data } = useRead(paymentDifferenceContract.last, {})
  if (read.error) return <ErrorState error={read.error} retry={read.refetch} />
  const rows = read.data?.rows ?? []
  const last = data?.last
  const compared = last && (
    <Text as="p" size={13} tone="muted">
      Compared with {gatewayLabels[last.gateway]} <When at={last.finishedAt} />: {format().number(last.payments)} payments
      {rows.length === 0 && ', no difference'}
    </Text>
  )
  if (rows.length === 0) return compared ?? null
  return (
    <Card title={rows.length === 1 ? '1 difference' : `${format().number(rows.length)} differences`}>
      <Stack gap={3}>
        {rows.map((row) => (
          <Difference key={row.id} row={row} />
        ))}
        {compared}
      </Stack>
    </Card>
  )
}

/** One difference: what it is, what each side says, and what can be done about it. */
function Difference({ row }: { row: PaymentDifference }) {
  return (
    <div className="refund">
      <Row justify="space-between">
        <Text size={13} weight={500} tone="bad">
          {differenceLabels[row.kind]}
        </Text>
        <Text size={13} weight={500}>
          {format().money(row.ours)} by the order, {format().money(row.theirs)} by {row.gateway ? 'the gateway' : row.channel}
        </Text>
      </Row>
      <Row gap={2}>
        {row.order && (
          <Text size={12}>
            <PlaceLink entity="order" id={row.order.id}>
              {row.order.name}
            </PlaceLink>
          </Text>
        )}
        <Text as="span" size={12}>
          <CopyText text={row.reference} />
        </Text>
        <ActionButton action={settle} row={row} size="small" isQuiet />
      </Row>
    </div>
  )
}
