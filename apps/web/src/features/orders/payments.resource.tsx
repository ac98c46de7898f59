import {
  attemptLabels,
  attemptOutcomeLabels,
  captureMomentLabels,
  gatewayLabels,
  gatewayStateLabels,
  type Payment,
  paymentContract,
} from '@larder/contract'
import { orderFilter } from '#entities/order/order-filter.ts'
import { action } from '#kit/actions/action.ts'
import { custom, instant, money, mono, reference, status, text } from '#kit/cells/columns.tsx'
import { RowsTable } from '#kit/cells/rows-table.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search } from '#kit/filters/filters.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const gatewayStates = styleStatuses(gatewayStateLabels, {
  pending: 'warning',
  authorised: 'info',
  captured: 'good',
  failed: 'bad',
  partially_refunded: 'warning',
  refunded: 'warning',
})

type Attempt = Payment['attempts'][number]
const outcomes = styleStatuses(attemptOutcomeLabels, { done: 'good', refused: 'bad', away: 'warning', unanswered: 'warning' })
const attemptColumns = [
  instant('at', { label: 'When' }),
  custom<Attempt>('kind', 'What', ({ kind }) => attemptLabels[kind], { text: ({ kind }) => attemptLabels[kind] }),
  status('outcome', outcomes, { label: 'Outcome' }),
  text('words', { label: 'Said' }),
]

/** What was asked of a gateway, newest first. */
function Attempts({ attempts }: Pick<Payment, 'attempts'>) {
  return <RowsTable label="Attempts" columns={attemptColumns} rows={attempts} keyOf={({ at, kind }) => `${at} ${kind}`} />
}

const askAgain = action(paymentContract.retry, {
  label: 'Ask again',
  done: ({ order }: Payment) => `The gateway is asked again about ${order?.name ?? 'the payment'}`,
})

const gateway = custom<Payment>('gateway', 'Gateway', (row) => gatewayLabels[row.gateway], {
  width: 132,
  text: (row) => gatewayLabels[row.gateway],
})
const capture = custom<Payment>('capture', 'Taken', (row) => captureMomentLabels[row.capture], {
  text: (row) => captureMomentLabels[row.capture],
})
const state = status('state', gatewayStates, { label: 'State', width: 184 })

/** Payments that a gateway executes: what it calls them, and where they stand there. */
export const payments = defineResource(paymentContract, {
  label: ['Payment', 'Payments'],
  title: ({ order, reference: name }) => order?.name ?? name ?? 'Payment',
  columns: [
    mono('reference', { label: 'Gateway reference', width: 232 }),
    state,
    reference('order', 'order', { width: 104 }),
    money('amount', { width: 96 }),
    money('captured', { width: 96 }),
    money('refunded', { width: 96 }),
    text('trouble', { label: 'Problem', width: 168 }),
    instant('createdAt', { label: 'Begun', sort: 'createdAt' }),
    gateway,
  ],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [search('Order or gateway reference'), oneOf('state', optionsOf(gatewayStateLabels), { label: 'State' }), orderFilter],
  views: [
    { label: 'Awaiting the customer', query: { state: 'pending' } },
    { label: 'Did not go through', query: { state: 'failed' } },
    { label: 'Refunded', query: { state: 'refunded' } },
  ],
  panels: [
    facts('Payment', [
      reference('order', 'order'),
      mono('reference', { label: 'Gateway reference' }),
      gateway,
      money('amount'),
      capture,
      money('captured'),
      money('refunded'),
      text('failure', { label: 'Last try of the customer' }),
      text('trouble', { label: 'Problem' }),
      instant('stuckAt', { label: 'Stuck since' }),
      instant('createdAt', { label: 'Begun' }),
    ]),
    panel('Attempts', ({ attempts }) => <Attempts attempts={attempts} />),
  ],
  actions: [askAgain],
  badge: ({ state: stands }) => (
    <Row>
      <StatusChip style={gatewayStates[stands]} />
    </Row>
  ),
  history: { fields: [], deedOf: ({ action: act }) => (act === 'change' ? { what: 'The gateway said', covers: [] } : undefined) },
  emptyText: 'Orders whose customers pay through the gateway. Where a channel takes the money itself, its orders are under All orders.',
})
