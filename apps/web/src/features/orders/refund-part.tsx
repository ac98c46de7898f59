import { bearerLabels, bearers, type Order, type Refund, refundMethodWords, refundStateWords } from '@larder/contract'
import { PlaceLink } from '#kit/access/places.tsx'
import { ActionButton } from '#kit/actions/action-bar.tsx'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { When } from '#kit/cells/when.tsx'
import { format } from '#kit/format.ts'
import { Row } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { paysWords } from './order-words.ts'
import { movesOf } from './refund-moves.tsx'
import { boughtWords } from './refund-words.ts'

/** Of what is borne the ledger books the tax apart, once the order was delivered: it is owed no more. */
function taxWords({ status }: Order, { amount, tax }: Refund): string {
  const { money } = format()
  if (status !== 'delivered') return `Of it is tax: ${money(tax)}`
  const net = { ...amount, minor: amount.minor - tax.minor }
  return `With ${money(tax)} of tax that is no longer owed: ${money(net)} is borne in the ledger`
}

/** One refund: how far it is, what it is for, who bears it, and what can be done about it. */
export function RefundPart({ order, refund }: { order: Order; refund: Refund }) {
  const { amount, method, state, lines, note, reference, failure, attempts, by, doneAt, doneBy } = refund
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
    refund.tax.minor > 0 && taxWords(order, refund),
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
      {doneAt && (
        <Text as="div" size={12} tone="muted">
          {method === 'cash' ? 'Paid out' : 'Done'}
          {doneBy && ` by ${doneBy}`}, <When at={doneAt} zone={order.timeZone} />
        </Text>
      )}
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

/** A refund that another person has to approve. */
export function AskedPart({ order, asked: { id, amount, by, at } }: { order: Order; asked: Order['refunding']['asked'][number] }) {
  return (
    <div className="refund">
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
  )
}
