import {
  type FileStream,
  newId,
  type Order,
  type OrderPrint,
  type Output,
  type orderPaperContract,
  type orderPrintContract,
  type Parsed,
  type PrintDocument,
} from '@larder/contract'
import { type Expression, type SqlBool, sql } from 'kysely'
import { readOnly } from '#db/database.ts'
import { dateOf } from '#kit/clock.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound, refuse } from '#kit/errors.ts'
import { streamedFile } from '#kit/files/files.ts'
import { drawSheets } from '#kit/paper/paper.ts'
import type { Block, Sheet } from '#kit/paper/sheet.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { recordBeside } from '../act/note.ts'
import { lockOrder } from '../read/detail.ts'
import { seekOrder } from '../read/read.service.ts'
import type { DetailedOrder } from '../read/record.ts'
import { kitchenTicketOf } from './kitchen-ticket.ts'
import { receiptOf } from './receipt.ts'
import { printTitle } from './words.ts'

/** Gives a document its number of copy. The order keeps its version: nothing of it has changed. */
export async function printOrder(ctx: Context, { params, body }: Parsed<typeof orderPaperContract.print>): Promise<OrderPrint> {
  return unitOfWork(ctx, async (work) => {
    const { order, print } = await numberPrint(ctx, work, params.id, newPrint(ctx, body))
    const { document, paper, copy } = print
    recordBeside(work, order, 'print', { document, paper, copy })
    return print
  })
}

type NewPrint = Omit<OrderPrint, 'copy'>

/** A print by whoever asks, now, before it has its number. */
export function newPrint({ clock, actor }: Context, { document, paper }: Pick<OrderPrint, 'document' | 'paper'>): NewPrint {
  return { id: newId<'order-print'>(clock.ms()), document, paper, printedBy: actor.name, printedAt: clock.instant() }
}

/** Holds the order and gives a document of it the next number of copy. */
export async function numberPrint(
  ctx: Context,
  work: Work,
  orderId: string,
  print: NewPrint,
  /** Of prints that are asked for at once, and what is said of an order that is out of reach. */
  { set = null, orNot = () => notFound('order') }: { set?: string | null; orNot?: () => never } = {},
): Promise<{ order: DetailedOrder; print: OrderPrint }> {
  const { id, document, paper, printedAt } = print
  // Two at once get two numbers: the second one waits for the order's row.
  const order = (await lockOrder(readOnly(work.db), ctx, orderId)) ?? orNot()
  const { rows } = await sql<{ copy: number }>`
    insert into order_print (id, order_id, order_version, document, paper, copy, staff_id, created_at, set_id)
    select ${id}, ${order.id}::uuid, ${order.version}, ${document}::text, ${paper}, coalesce(max(copy), 0) + 1, ${ctx.actor.id}, ${printedAt}, ${set}::uuid
    from order_print where order_id = ${order.id} and document = ${document} returning copy`.execute(work.db)
  return { order, print: { ...print, copy: rows[0]?.copy ?? 1 } }
}

/** The paper of a print: of the order as it was then, or of none. */
export async function drawPrint(
  ctx: Context,
  { params }: Parsed<typeof orderPrintContract.paper>,
): Promise<Output<typeof orderPrintContract.paper>> {
  const print = await findPrint(ctx, params.id)
  const order = print && (await seekOrder(ctx, print.order_id))
  if (!print || !order) return notFound('order-print')
  if (order.version !== print.order_version) return refuseAsChanged()
  return fileOf(order, print)
}

/** Always throws: what was drawn, or would be, is no longer so. */
export function refuseAsChanged(): never {
  return refuse('changed-since-printed', 'The order has changed since. Print it again.')
}

const contents: Record<PrintDocument, (order: Order, print: OrderPrint) => Block[]> = {
  receipt: receiptOf,
  'kitchen-ticket': kitchenTicketOf,
}

/** The file of a print, by its name. */
export async function drawFile(order: Order, print: OrderPrint): Promise<{ type: string; name: string; bytes: Uint8Array }> {
  const sheet = sheetOf(order, print)
  return { type: 'application/pdf', name: `${sheet.title}.pdf`, bytes: await drawSheets([sheet]) }
}

/** What stands on a print. */
export function sheetOf(order: Order, print: OrderPrint): Sheet {
  const { document, paper, printedAt } = print
  return { title: printTitle(order, print), paper, at: dateOf(printedAt), blocks: contents[document](order, print) }
}

async function fileOf(order: Order, print: OrderPrint): Promise<FileStream> {
  return streamedFile(await drawFile(order, print))
}

async function findPrint(ctx: Context, id: string) {
  return (await findPrints(ctx, sql<boolean>`order_print.id = ${id}`))[0]
}

/** Prints as they were numbered, in the order of their orders. */
export async function findPrints(ctx: Context, condition: Expression<SqlBool>) {
  const rows = await ctx.db
    .selectFrom('order_print')
    .innerJoin('staff', 'staff.id', 'order_print.staff_id')
    .select([
      'order_print.id',
      'order_id',
      'order_version',
      'document',
      'paper',
      'copy',
      'staff.name as printedBy',
      'order_print.created_at as printedAt',
    ])
    .where(condition)
    .orderBy('order_id')
    .execute()
  return rows as (OrderPrint & { order_id: string; order_version: number })[]
}
