import * as z from 'zod/mini'
import type { Refusals } from '../error-kinds.ts'
import { OrderStatus } from '../order-states.ts'
import { enumOf } from '../values/collection.ts'
import { whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

/** Hues that are legible as text and as a dot on white and on the dark theme's ground (at least 4.5:1 and 3:1), by their names. */
export const statusColourLabels = {
  '#64748B': 'Slate',
  '#7C3AED': 'Violet',
  '#4F46E5': 'Indigo',
  '#2563EB': 'Blue',
  '#0E7490': 'Cyan',
  '#0F766E': 'Teal',
  '#15803D': 'Green',
  '#B45309': 'Amber',
  '#C2410C': 'Orange',
  '#DC2626': 'Red',
  '#BE123C': 'Rose',
} as const
const StatusColour = enumOf(statusColourLabels)

export const statusSoundLabels = { 'new-order': 'Rising chime', bell: 'Bell', knock: 'Double knock' } as const
export const StatusSound = enumOf(statusSoundLabels)
export type StatusSound = z.infer<typeof StatusSound>

const {
  create: _,
  remove: __,
  ...verbs
} = /* @__PURE__ */ recordContract('order-status', '/order-statuses', {
  label: 'Order statuses',
  permission: 'setting',
  imports: 'setting.edit',
  draft: {
    label: text({ max: 24 }),
    colour: StatusColour,
    /** What the customer reads. */
    customerText: text({ max: 120 }),
    /** How long an order should stay in it at most; null: as long as it takes. */
    targetMinutes: z.nullable(whole(1, 1440)),
    /** What staff hear: of `pending` until somebody handles the order, of any other stage of the board once, as an order gets there. */
    sound: z.nullable(StatusSound),
  },
  extra: { status: OrderStatus },
  filters: {},
  sorts: ['position', 'label'],
  examples: {
    one: {
      label: 'Waiting for the store',
      colour: '#7C3AED',
      customerText: 'The store looks at your order',
      targetMinutes: 4,
      sound: 'bell',
    },
  },
})

/** How each status of an order is called, coloured, timed and heard: a fixed set, since the states themselves are not for changing. */
export const orderStatusContract = verbs
export const OrderStatusFacts = orderStatusContract.get.shape.response
export type OrderStatusFacts = z.infer<typeof OrderStatusFacts>

export const orderStatusRefusals = {
  'not-found': { 'order-status-not-found': 'No such status.' },
} as const satisfies Refusals
