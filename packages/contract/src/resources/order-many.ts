import * as z from 'zod/mini'
import { contract, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { overMany } from '../exports.ts'
import { byId, maxPageSize } from '../page.ts'
import { enumOf, list } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { text } from '../values/text.ts'
import { OrderFilters, orderContract } from './order.ts'
import { PrintDocument, PrintPaper } from './order-print.ts'
import { Order } from './order-shapes.ts'

/** To whom of an order staff write. */
export const addresseeLabels = { customer: 'The customer', store: 'The store' } as const
export const Addressee = enumOf(addresseeLabels)
export type Addressee = z.infer<typeof Addressee>

const { accept, assignRider } = orderContract
const message = post('/orders/:id/messages', {
  permission: 'order.operate',
  params: byId('order'),
  body: z.strictObject({ to: Addressee, text: text({ max: 500, multiline: true }) }),
  response: Order,
  example: { body: { to: 'customer', text: 'The rider is ten minutes away.' } },
  summary: 'Write to the customer or the store of an order: told to their app, and mailed where an address is known',
})

/** What is done with several orders at once, and with one as with several; apart from what every page knows of orders. */
export const orderManyContract = /* @__PURE__ */ contract('order', {
  message,
  acceptMany: overMany('/orders/accept', { act: 'accept', shape: accept.shape, title: () => 'Accept orders' }, OrderFilters),
  assignRiderMany: overMany(
    '/orders/assign-rider',
    { act: 'assignRider', shape: assignRider.shape, title: () => 'Assign orders to a rider' },
    OrderFilters,
  ),
  messageMany: overMany(
    '/orders/messages',
    { act: 'message', shape: message.shape, title: ({ to }) => (to === 'store' ? 'Write to stores' : 'Write to customers') },
    OrderFilters,
  ),
  printMany: post('/orders/prints', {
    permission: 'order.view',
    body: z.strictObject({ ids: list(idOf('order'), maxPageSize, 1), document: PrintDocument, paper: PrintPaper }),
    /** One of the prints, under which the paper of all of them is found, and how many there are. */
    response: z.strictObject({ id: idOf('order-print'), prints: z.int() }),
    changesSeveral: true,
    summary: 'Print receipts or kitchen tickets of several orders as one paper: each gets its number of copy',
  }),
})

export const orderManyRefusals = {
  refused: { 'not-with-store': 'The order has not reached its store, which knows nothing of it yet.' },
  limited: { 'too-many-messages': 'As many messages of the order were sent within an hour as may be.' },
} as const satisfies Refusals
