import { orderContract } from '@larder/contract'
import { linkedFilter } from '#kit/filters/linked-filter.ts'

/** What belongs to one order, in a list that its page links to. */
export const orderFilter = linkedFilter('orderId', {
  label: 'Order',
  from: orderContract,
  title: ({ number }: { number: string }) => number,
})
