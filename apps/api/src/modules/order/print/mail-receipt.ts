import { type Order, type Output, type orderPaperContract, orderTypeLabels, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { writeMail } from '#modules/mail/mail.service.ts'
import { seekOrder } from '../read/read.service.ts'
import { drawFile, newPrint, numberPrint, recordPrint, refuseAsChanged } from './print.ts'

/**
 * Mails the receipt, numbered like a print. It is drawn before anything is held, under the number that it will have; were that no longer
 * so, or the order another one, nothing is sent (`changed-since-printed`).
 */
export async function mailReceipt(
  ctx: Context,
  { params, body }: Parsed<typeof orderPaperContract.mailReceipt>,
): Promise<Output<typeof orderPaperContract.mailReceipt>> {
  const order = (await seekOrder(ctx, params.id)) ?? notFound('order')
  const [{ copies, email }, installation] = await Promise.all([
    findReceiptFacts(ctx, order),
    readSetting(ctx.services, 'installation.name'),
  ])
  const to = body.to ?? email ?? invalid({ 'body.to': 'is needed: the customer gave no address' }, { reason: 'no-address' })
  const begun = newPrint(ctx, { document: 'receipt', paper: 'a4' })
  const attachment = await drawFile(order, { ...begun, copy: copies + 1 })
  return unitOfWork(ctx, async (work) => {
    const { order: held, print } = await numberPrint(ctx, work, order.id, begun)
    if (held.version !== order.version || print.copy !== copies + 1) return refuseAsChanged()
    await writeMail(ctx, work, { to, toName: order.customerName, ...lettersOf(order, installation), attachment })
    recordPrint(work, held, 'mailReceipt', { copy: print.copy, isOwnAddress: to === email })
    return { to, isMailed: ctx.services.config.mail !== null }
  })
}

function lettersOf(order: Order, installation: string): { subject: string; body: string } {
  const { number, customerName, store, orderType, total, placedAt, timeZone } = order
  const words = `${orderTypeLabels[orderType].toLowerCase()} of ${format().instant(placedAt, 'dateTime', timeZone)}, ${format().money(total)}`
  return {
    subject: `Receipt for order ${number} from ${store.name}`,
    body: `Hello ${customerName},

attached is the receipt for your order ${number} from ${store.name}: ${words}.

${installation}
`,
  }
}

async function findReceiptFacts(ctx: Context, { id, customer }: Order): Promise<{ copies: number; email: string | null }> {
  const { rows } = await sql<{ copies: number; email: string | null }>`
    select (select coalesce(max(copy), 0) from order_print where order_id = ${id} and document = 'receipt') as copies,
      (select email from customer where id = ${customer?.id ?? null}::uuid) as email`.execute(ctx.db)
  return rows[0] ?? { copies: 0, email: null }
}
