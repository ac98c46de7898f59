import * as z from 'zod/mini'
import { contract, get, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { streamOf } from '../file-content.ts'
import { byId } from '../page.ts'
import { enumOf } from '../values/collection.ts'
import { idOf } from '../values/id.ts'
import { Instant } from '../values/instant.ts'
import { Email } from '../values/text.ts'

/** What of an order is printed: for the customer, with prices, and for the kitchen, without. */
export const printDocumentLabels = { receipt: 'Receipt', 'kitchen-ticket': 'Kitchen ticket' } as const
export const PrintDocument = enumOf(printDocumentLabels)
export type PrintDocument = z.infer<typeof PrintDocument>

/** What it is printed on: a receipt printer's roll, 80 mm wide, or sheets. */
export const printPaperLabels = { roll: '80 mm roll', a4: 'A4' } as const
export const PrintPaper = enumOf(printPaperLabels)
export type PrintPaper = z.infer<typeof PrintPaper>

/** One printing of a document: the second one of an order is copy 2, on whichever paper. */
export const OrderPrint = z.strictObject({
  id: idOf('order-print'),
  document: PrintDocument,
  paper: PrintPaper,
  copy: z.int(),
  printedBy: z.string(),
  printedAt: Instant,
})
export type OrderPrint = z.infer<typeof OrderPrint>

/** What is done to the order, whose history tells it; apart from what every page knows of orders. */
export const orderPaperContract = /* @__PURE__ */ contract('order', {
  print: post('/orders/:id/prints', {
    permission: 'order.view',
    params: byId('order'),
    body: z.strictObject({ document: PrintDocument, paper: PrintPaper }),
    response: OrderPrint,
    summary: 'Print a receipt or kitchen ticket: gives it its number of copy, which its paper shows from the second one on',
  }),
  mailReceipt: post('/orders/:id/receipt-mails', {
    permission: 'order.operate',
    params: byId('order'),
    /** Without an address it goes to the one that the customer gave. */
    body: z.strictObject({ to: z.optional(z.nullable(Email)) }),
    response: z.strictObject({
      /** Where it goes; of the customer's own address what the caller may read of it. */
      to: z.string(),
      /** False where no mail server is set up: it is kept with the outgoing mail, to be read there. */
      isMailed: z.boolean(),
    }),
    summary: 'Mail the receipt as PDF, numbered like a print, to the customer or to an address',
  }),
})

export const orderPrintContract = /* @__PURE__ */ contract('order-print', {
  paper: get('/order-prints/:id', {
    permission: 'order.view',
    params: byId('order-print'),
    response: streamOf('application/pdf'),
    summary: 'The paper of a print as PDF, as long as the order is as it was then',
  }),
  papers: get('/order-prints/:id/together', {
    permission: 'order.view',
    params: byId('order-print'),
    response: streamOf('application/pdf'),
    summary: 'The papers of all prints that were asked for together with this one, as one PDF',
  }),
})

export const orderPrintRefusals = {
  'not-found': { 'order-print-not-found': 'No such print, or its order is out of reach.' },
  invalid: { 'no-address': 'The customer gave no e-mail address: say where the receipt goes.' },
  refused: {
    'changed-since-printed': 'The order has changed since it was printed: print it again.',
    'printed-meanwhile': 'Another copy was numbered while this one was drawn: nothing was sent, send it again.',
  },
  limited: { 'too-many-receipts': 'As many receipts of the order, or to the address, were mailed within an hour as may be.' },
  unavailable: { 'printing-busy': 'Too many papers are being drawn, or this one took too long.' },
} as const satisfies Refusals
