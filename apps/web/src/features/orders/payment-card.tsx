import { type Order, paymentMethodLabels, paymentStateLabels } from '@larder/contract'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { wordsOf } from '#kit/words.ts'
import './order.css'

const states = styleStatuses(paymentStateLabels, {
  none: 'warning',
  authorised: 'info',
  captured: 'good',
  partially_refunded: 'warning',
  refunded: 'warning',
  failed: 'bad',
  due: 'warning',
  collected: 'good',
  deposited: 'good',
})

/** How it is paid, and what went back. */
export function PaymentCard({ order }: { order: Order }) {
  return (
    <Card title="Payment" action={<StatusChip style={states[order.paymentState]} />}>
      <Stack gap={2}>
        <Row justify="space-between">
          <Text>{paymentMethodLabels[order.paymentMethod]}</Text>
          <Text weight={600}>{format().money(order.total)}</Text>
        </Row>
        {order.paymentReference && (
          <Text as="div" size={13}>
            <CopyText text={order.paymentReference} />
          </Text>
        )}
        {order.refunds.map((refund) => (
          <div key={refund.id} className="refund">
            <Row justify="space-between">
              <Text size={13} weight={500}>
                Refund, {wordsOf(refund.state).toLowerCase()}
              </Text>
              <Text size={13} weight={500}>
                {format().money(refund.amount)}
              </Text>
            </Row>
            <Text as="div" size={12} tone="muted">
              {refund.reasonLabel ?? refund.reason}, borne by the {refund.liableParty}, <When at={refund.createdAt} zone={order.timeZone} />
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  )
}
