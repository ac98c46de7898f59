import { type Order, paymentMethodLabels, paymentStateLabels } from '@larder/contract'
import { Fragment } from 'react'
import { ListLink } from '#kit/access/places.tsx'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { StatusChip, type StatusStyle, styleStatuses } from '#kit/cells/status-style.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { soon } from '#kit/lazily.tsx'
import './order.css'

const AskedPart = soon(() => import('./refund-part.tsx').then((module) => module.AskedPart))
const RefundPart = soon(() => import('./refund-part.tsx').then((module) => module.RefundPart))

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

/** Where the payment stands; what went back is said once it has gone, whatever it was paid by. */
function styleOf({ paymentState, refunding: { captured, done } }: Order): StatusStyle {
  if (done.minor === 0) return states[paymentState]
  return { label: done.minor < captured.minor ? 'Partly refunded' : 'Refunded', tone: 'info' }
}

/** Its amounts, of which the last is the sum of those before it; none where one payment is all there is to say. */
function sumsOf({
  paymentState,
  authorised,
  total,
  credit,
  due,
  refunding: { captured, collected, credit: paid, done, pending },
}: Order): (readonly [label: string, minor: number])[] {
  const isHeld = paymentState === 'authorised'
  const held = isHeld && authorised ? authorised.minor : 0
  const ahead = isHeld ? total.minor - due.minor - credit.minor : captured.minor - collected.minor - paid.minor
  const parts = [
    ...(ahead < held
      ? ([
          ['Authorised', held],
          ['Not captured', ahead - held],
        ] as const)
      : ([[isHeld ? 'Authorised, to be captured' : 'Paid in advance', ahead]] as const)),
    ['Paid by credit', credit.minor],
    ['Collected at hand-over', collected.minor],
    ['Due at hand-over', captured.minor > 0 || isHeld || credit.minor > 0 ? due.minor : 0],
    ['Refunded', -done.minor],
    ['Pending refund', -pending.minor],
  ] as const
  const told = parts.filter(([, minor]) => minor !== 0)
  return told.length < 2 && credit.minor === 0
    ? []
    : [...told, [done.minor + pending.minor > 0 ? 'Net of refunds' : 'Total', told.reduce((all, [, minor]) => all + minor, 0)]]
}

/** How it is paid, and what went back. */
export function PaymentCard({ order }: { order: Order }) {
  const sums = sumsOf(order)
  return (
    <Card title="Payment" action={<StatusChip style={styleOf(order)} />}>
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
        {sums.length > 0 && (
          <dl className="order-details">
            {sums.map(([label, minor]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd className="align-right">{format().money({ ...order.total, minor })}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        {order.refunding.asked.map((asked) => (
          <AskedPart key={asked.id} order={order} asked={asked} />
        ))}
        {order.gateway && (
          <Text as="div" size={12}>
            <ListLink entity="payment" query={{ orderId: order.id }}>
              What the gateway says
            </ListLink>
          </Text>
        )}
        {(order.paymentState === 'collected' || order.paymentState === 'deposited') && (
          <Text as="div" size={12}>
            <ListLink entity="cash-deposit" query={{ orderId: order.id }}>
              Deposits of its cash
            </ListLink>
          </Text>
        )}
        {order.refunds.map((refund) => (
          <RefundPart key={refund.id} order={order} refund={refund} />
        ))}
      </Stack>
    </Card>
  )
}
