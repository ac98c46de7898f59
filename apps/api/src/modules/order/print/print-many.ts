import {
  type FileStream,
  type Output,
  type orderManyContract,
  type orderPrintContract,
  type Parsed,
  printDocumentLabels,
} from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { invalid, notFound, refuse } from '#kit/errors.ts'
import { streamedFile } from '#kit/files/files.ts'
import { drawSheets } from '#kit/paper/paper.ts'
import type { Sheet } from '#kit/paper/sheet.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { recordBeside } from '../act/note.ts'
import { seekOrder } from '../read/read.service.ts'
import { findPrints, newPrint, numberPrint, sheetOf } from './print.ts'

/** Gives each of several orders its number of copy of a document, all or none. */
export function printOrders(
  ctx: Context,
  { body: { ids, ...wanted } }: Parsed<typeof orderManyContract.printMany>,
): Promise<Output<typeof orderManyContract.printMany>> {
  return unitOfWork(ctx, async (work) => {
    const set = work.tie()
    let id = newPrint(ctx, wanted).id
    // In the order of their ids: of two at once one waits for the other, and neither for both.
    const orders = [...new Set(ids)].toSorted()
    for (const orderId of orders) {
      const orNot = () => invalid({ 'body.ids': 'has an order beyond your reach' })
      const { order, print } = await numberPrint(ctx, work, orderId, newPrint(ctx, wanted), { set, orNot })
      id = print.id
      recordBeside(work, order, 'print', { document: print.document, paper: print.paper, copy: print.copy })
    }
    return { id, prints: orders.length }
  })
}

/** One paper of all prints that were asked for together with one, oldest order first: of the orders as they were then, or of none. */
export async function drawPrints(ctx: Context, { params: { id } }: Parsed<typeof orderPrintContract.papers>): Promise<FileStream> {
  const prints = await findPrints(ctx, sql<boolean>`order_print.id = ${id} or set_id = (select set_id from order_print where id = ${id})`)
  const [first] = prints
  if (!first) return notFound('order-print')
  const sheets: Sheet[] = []
  const changed: string[] = []
  for (const print of prints) {
    const order = (await seekOrder(ctx, print.order_id)) ?? notFound('order-print')
    if (order.version !== print.order_version) changed.push(order.number)
    else sheets.push(sheetOf(order, print))
  }
  if (changed.length > 0) return refuse('changed-since-printed', `${changed.join(', ')} changed meanwhile. Print them again.`)
  const name = prints.length === 1 ? sheets[0]?.title : `${prints.length} ${printDocumentLabels[first.document].toLowerCase()}s`
  return streamedFile({ type: 'application/pdf', name: `${name}.pdf`, bytes: await drawSheets(sheets) })
}
