import {
  orderContract,
  partyLabels,
  paymentMethodLabels,
  type RejectedOrder,
  refundStateWords,
  rejectedOrderContract,
} from '@larder/contract'
import { branchFilter, storeFilter, verticalOptions } from '#entities/references.ts'
import { custom, instant, money, reference, text, vertical } from '#kit/cells/columns.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { dateRange, oneOf, search } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { restore } from './order-actions.tsx'
import { reasonsOf } from './order-asks.ts'
import { orderNumber } from './order-number.tsx'

const soon = ({ seconds }: RejectedOrder) => (seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`)
const back = ({ refund, paymentMethod }: RejectedOrder) =>
  refund ? refundStateWords[refund] : `none, paid by ${paymentMethodLabels[paymentMethod].toLowerCase()}`

/** The columns of every list of rejected orders. */
export const rejectedColumns = [
  orderNumber,
  text('reasonLabel', { label: 'Reason', width: 184 }),
  custom<RejectedOrder>('party', 'On account of', ({ party }) => partyLabels[party], {
    width: 112,
    text: ({ party }) => partyLabels[party],
  }),
  custom<RejectedOrder>('seconds', 'Answered after', soon, { width: 120, align: 'right', text: soon }),
  money('lost', { label: 'Amount lost', width: 104 }),
  custom<RejectedOrder>('refund', 'Refund', back, { width: 152, text: back }),
  reference('store', 'store', { width: 152 }),
  text('customerName', { label: 'Customer', width: 120 }),
  instant('rejectedAt', { label: 'Rejected', width: 104 }),
  instant('placedAt', { label: 'Placed', sort: 'placedAt', width: 94 }),
  vertical('vertical'),
  reference('branch', 'branch'),
]

/** Orders that stores did not take: why, how soon, and what was lost. */
export const rejectedOrders = defineResource(rejectedOrderContract, {
  looksInto: orderContract.get,
  label: ['Rejected order', 'Rejected orders'],
  title: (order) => order.number,
  columns: rejectedColumns,
  sort: '-placedAt',
  filters: [
    search('Number, phone, item…'),
    dateRange('from', 'to', 'Placed'),
    oneOf('reason', reasonsOf('reject'), { label: 'Reason' }),
    oneOf('party', optionsOf(partyLabels), { label: 'On account of' }),
    oneOf('vertical', verticalOptions),
    storeFilter,
    branchFilter,
  ],
  views: [{ label: 'Nobody answered', query: { reason: 'no-answer' } }],
  actions: [restore],
  history: null,
  emptyText: 'Orders that a store did not take, or did not answer in time.',
})
