import type { Order } from './resources/order-shapes.ts'

/** Whether what was paid for an order can go back the way it came: cash cannot, nor what was to be paid online and was paid at hand-over. */
export function goesBackToPayment({ paymentMethod, paymentState }: Pick<Order, 'paymentMethod' | 'paymentState'>): boolean {
  return paymentMethod === 'card' || (paymentMethod === 'online' && paymentState !== 'collected' && paymentState !== 'deposited')
}
