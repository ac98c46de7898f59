import { type Money, money, type Order } from '@larder/contract'

/** What decides the least that a basket must come to: the store's own minimum, and for a delivery its area's. */
interface Minimums {
  min_order_minor: number
  min_basket_minor: number
  currency: string
}

export function minimumOf(store: Minimums, orderType: Order['orderType']): Money {
  return money(Math.max(store.min_order_minor, orderType === 'delivery' ? store.min_basket_minor : 0), store.currency)
}
