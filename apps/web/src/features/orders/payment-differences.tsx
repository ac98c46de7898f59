import { differenceLabels, gatewayLabels, type PaymentDifference, paymentDifferenceContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { PlaceLink } from '#kit/access/places.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { TaskButton } from '#kit/actions/task-button.tsx'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { When } from '#kit/cells/when.tsx'
import { Findings } from '#kit/feedback/findings.tsx'
import { format, useFormat } from '#kit/format.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
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

/** Begins a comparison with the gateway's list where payments go to one. */
export function CompareButton() {
  const { data } = useRead(paymentDifferenceContract.last, {})
  return data?.gateway ? (
    <TaskButton endpoint={paymentDifferenceContract.compare} label="Compare now" failed="Nothing was compared" />
  ) : null
}

/** What our books and the gateway say differently, and when that was last looked at. */
export function Differences() {
  const read = useRead(paymentDifferenceContract.list, openDifferences)
  const last = useRead(paymentDifferenceContract.last, {}).data?.last
  const { number } = useFormat()
  return (
    <Findings
      read={read}
      title={(count) => (count === 1 ? '1 difference' : `${number(count)} differences`)}
      Finding={Difference}
      looked={
        last && (
          <>
            Compared with {gatewayLabels[last.gateway]} <When at={last.finishedAt} />: {number(last.payments)} payments
          </>
        )
      }
      sound="no difference"
    />
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
