import {
  bearerLabels,
  bearers,
  type Order,
  paymentMethodLabels,
  paymentStateLabels,
  type Refund,
  refundMethodWords,
  refundStateWords,
} from '@larder/contract'
import { Fragment } from 'react'
import { ListLink, PlaceLink } from '#kit/access/places.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { StatusChip, type StatusStyle, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { format } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { paysWords } from './order-words.ts'
import { movesOf } from './refund-actions.tsx'
import { boughtWords } from './refund-words.ts'
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

/** Where the payment stands; what went back is said once it has gone, whatever it was paid by. */
function styleOf({ paymentState, refunding: { captured, done } }: Order): StatusStyle {
  if (done.minor === 0) return states[paymentState]
  return { label: done.minor < captured.minor ? 'Partly refunded' : 'Refunded', tone: 'info' }
}

/** How it is paid, and what went back. */
export function PaymentCard({ order }: { order: Order }) {
  const { captured, done, pending, left, asked } = order.refunding
  const facts = [
    ['Paid', captured],
    ['Refunded', done],
    ['Pending refund', pending],
    ['Left', left],
  ] as const
  return (
    <Card title="Payment" action={<StatusChip style={styleOf(order)} />}>
      <Stack gap={2}>
        <Row justify="space-between">
          <Text>{paymentMethodLabels[order.paymentMethod]}</Text>
          <Text weight={600}>{format().money(order.total)}</Text>
        </Row>
        {order.due.minor > 0 && order.due.minor < order.total.minor && (
          <Row justify="space-between">
            <Text tone="warning">Due at hand-over</Text>
            <Text weight={600}>{format().money(order.due)}</Text>
          </Row>
        )}
        {order.paymentReference && (
          <Text as="div" size={13}>
            <CopyText text={order.paymentReference} />
          </Text>
        )}
        {captured.minor > 0 && (done.minor > 0 || pending.minor > 0) && (
          <dl className="order-details">
            {facts.map(([label, amount]) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd className="align-right">{format().money(amount)}</dd>
              </Fragment>
            ))}
          </dl>
        )}
        {asked.map(({ id, amount, by, at }) => (
          <div key={id} className="refund">
            <Row justify="space-between">
              <PlaceLink entity="approval" id={id}>
                Refund, waits for approval
              </PlaceLink>
              <Text size={13} weight={500}>
                {format().money(amount)}
              </Text>
            </Row>
            <Text as="div" size={12} tone="muted">
              Asked by {by}, <When at={at} zone={order.timeZone} />
            </Text>
          </div>
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

/** One refund: how far it is, what it is for, who bears it, and what can be done about it. */
function RefundPart({ order, refund }: { order: Order; refund: Refund }) {
  const { amount, method, state, lines, note, reference, failure, attempts, by } = refund
  const whole = bearers.find((bearer) => refund.bears[bearer].minor === amount.minor)
  const borne = whole
    ? paysWords(whole).toLowerCase()
    : bearers
        .filter((bearer) => refund.bears[bearer].minor > 0)
        .map((bearer) => `${bearerLabels[bearer]} ${format().money(refund.bears[bearer])}`)
        .join(', ')
  const said = [
    boughtWords(order, lines),
    `${refundMethodWords[method]}, ${borne}`,
    refund.tax.minor > 0 && `Of it is tax: ${format().money(refund.tax)}`,
    failure && `Did not go through: ${failure}`,
    attempts > 1 && `Sent ${attempts} times`,
    note,
  ].filter(Boolean)
  return (
    <div className="refund">
      <Row justify="space-between">
        <Text size={13} weight={500} tone={state === 'failed' ? 'bad' : 'default'}>
          Refund, {refundStateWords[state]}
        </Text>
        <Text size={13} weight={500}>
          {format().money(amount)}
        </Text>
      </Row>
      <Text as="div" size={12} tone="muted">
        {refund.reasonLabel ?? refund.reason}
        {by && `, ${by}`}, <When at={refund.createdAt} zone={order.timeZone} />
      </Text>
      {said.map((words) => (
        <Text key={String(words)} as="div" size={12} tone="muted">
          {words}
        </Text>
      ))}
      {reference && (
        <Text as="div" size={12}>
          <CopyText text={reference} />
        </Text>
      )}
      <Row gap={2}>
        {movesOf(order, refund).map((action) => (
          <ActionButton key={action.key} action={action} row={order} size="small" isQuiet />
        ))}
      </Row>
    </div>
  )
}
