import {
  addMinutes,
  announced,
  type Instant,
  money,
  msOf,
  newId,
  type OrderNotification,
  type Permission,
  type StaffMessage,
} from '@larder/contract'
import type { Work } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import type { Judge } from '../act/policy.ts'
import { payableOf } from '../act/refundable.ts'
import type { DetailedOrder, OrderRecord } from '../read/record.ts'
import { whyNotRelease } from './release.ts'

type Announced = Pick<
  OrderRecord,
  'id' | 'version' | 'number' | 'vertical' | 'branch_id' | 'store_id' | 'currency' | 'total_minor' | 'placed_at'
> & {
  store_name: string
}

/** Tells everyone who may see the order that a store has to handle it: the snackbar's content and the sound. */
export function announceOrder(work: Work, order: Announced): void {
  const total = money(order.total_minor, order.currency)
  const notification: OrderNotification['notification'] = {
    content: `New order ${order.number} · ${order.store_name} · ${format().money(total)}`,
    orderId: order.id,
    number: order.number,
    vertical: order.vertical,
    storeName: order.store_name,
    total,
    placedAt: order.placed_at,
  }
  work.notify({ kind: 'order-notification', ...audience(order), payload: { notification } })
}

/** A released order is announced like any other; when its store can't take it now, staff are told that it is up to them. */
export function announceRelease(work: Work, order: DetailedOrder, { rules, now }: Judge): void {
  announceOrder(work, order)
  const because = order.waiting && whyNotRelease(order.waiting, now)
  if (!because) return
  const until = format().instant(addMinutes(now, rules.autoRejectMinutes), 'time', order.branch_time_zone)
  const text = `${because.message} Its time has come. Call the store or cancel it; it will be auto-rejected at ${until}.`
  alertStaff(work, order, { id: newId<'message'>(msOf(now)), tone: 'warning', title: `${order.number} needs attention`, text, at: now })
}

/** Whoever handles the order learns that its customer pays at the door. */
export function announceLetGo(work: Work, order: DetailedOrder, at: Instant): void {
  const due = format().money(money(payableOf(order), order.currency))
  const text = `What was authorised for it is not held any more. Collect ${due} at hand-over, and tell the customer.`
  alertStaff(work, order, { id: newId<'message'>(msOf(at)), tone: 'warning', title: `The payment of ${order.number} was let go`, text, at })
}

/** The same of what had gone back already when the order was restored. */
export function announceGivenBack(work: Work, order: DetailedOrder, at: Instant): void {
  const due = format().money(money(order.due_minor, order.currency))
  const text = `What its customer had paid went back before it was restored. Collect ${due} at hand-over, and tell the customer.`
  alertStaff(work, order, { id: newId<'message'>(msOf(at)), tone: 'warning', title: `The payment of ${order.number} went back`, text, at })
}

/** An alert about an order for the staff who may see it, or who have another permission there. */
export function alertStaff(
  work: Work,
  order: Announced,
  message: Omit<StaffMessage, 'sequence' | 'entity' | 'entityId'>,
  permission: Permission = announced.orderNot_1,
): void {
  work.notify({ kind: 'message', ...audience(order), permission, payload: { ...message, entity: 'order', entityId: order.id } })
}

function audience({ id, version, branch_id, store_id }: Announced) {
  return { entity: 'order', entityId: id, version, permission: announced.orderNot_1, branchId: branch_id, storeId: store_id } as const
}
