import * as z from 'zod/mini'
import type { Lookers } from './looking.ts'
import type { Permission } from './permissions.ts'
import { Money } from './values/money.ts'
import { Vertical } from './verticals.ts'

/** A thin fact: this entity's row is now at this version. `sequence` counts the events of the installation without a gap per room. */
export const Changed = z.strictObject({
  sequence: z.int(),
  entity: z.string(),
  id: z.string(),
  version: z.int(),
  /** The contract verb that made it: `accept`, `update`. */
  action: z.string(),
  /** Name of who did it, for "someone else changed this". */
  by: z.string(),
  at: z.string(),
})
export type Changed = z.infer<typeof Changed>

/** Payload of `orderNot_1` (specification, section 7): the snackbar shows `notification.content`. */
export const OrderNotification = z.strictObject({
  sequence: z.int(),
  notification: z.strictObject({
    content: z.string(),
    orderId: z.string(),
    number: z.string(),
    vertical: Vertical,
    storeName: z.string(),
    total: Money,
    placedAt: z.string(),
  }),
})
export type OrderNotification = z.infer<typeof OrderNotification>

/** A staff alert (`message`), appended to a list by the client. */
export const StaffMessage = z.strictObject({
  sequence: z.int(),
  id: z.string(),
  tone: z.enum(['success', 'info', 'warning', 'error']),
  title: z.string(),
  text: z.string(),
  entity: z.nullable(z.string()),
  entityId: z.nullable(z.string()),
  at: z.string(),
})
export type StaffMessage = z.infer<typeof StaffMessage>

/** A rider's last position; not sequenced, only the newest counts. */
export const RiderMoved = z.strictObject({
  riderId: z.string(),
  orderId: z.nullable(z.string()),
  lat: z.number(),
  lng: z.number(),
  at: z.string(),
})
export type RiderMoved = z.infer<typeof RiderMoved>

/** What it takes to hear of what is announced besides the changes of records. */
export const announced = { orderNot_1: 'order.view', riderMoved: 'delivery.view', lookers: 'order.view' } as const satisfies Partial<
  Record<keyof ServerEvents, Permission>
>

/** Events that the server emits; names are the specification's plus `changed`, `riderMoved`, `welcome`, and `access` when what the caller may do has changed. */
export interface ServerEvents {
  welcome: (state: { sequence: number }) => void
  access: () => void
  changed: (events: Changed[]) => void
  orderNot_1: (notification: OrderNotification) => void
  message: (message: StaffMessage) => void
  riderMoved: (positions: RiderMoved[]) => void
  lookers: (lookers: Lookers) => void
  'server:restart': () => void
}

/** What a client missed after a sequence. `reset` means too much: read everything again. */
export const Missed = z.strictObject({
  sequence: z.int(),
  reset: z.boolean(),
  changed: z.array(Changed),
  notifications: z.array(OrderNotification),
  messages: z.array(StaffMessage),
})
export type Missed = z.infer<typeof Missed>

/** Whether whoever is signed in is told of a change of this setting, which is in `installation` of `Me`. */
export function concernsEveryone(key: string): boolean {
  return key.startsWith('installation.')
}
