import { type OrderRow, transitionOf } from '@larder/contract'

const { from } = transitionOf('assignRider')

/** Why an order is not given to a rider as it stands, after "not:"; null where it may be. */
export function whyNoRider({ status, orderType }: Pick<OrderRow, 'status' | 'orderType'>): string | null {
  if (orderType === 'pickup') return 'to be picked up by the customer'
  return from.includes(status) ? null : 'not to be given to a rider now'
}
