import {
  addMinutes,
  firstIdAt,
  type Id,
  idInstant,
  instantOf,
  maskMark,
  msOf,
  type Order,
  type Output,
  type orderPaperContract,
  orderTypeLabels,
  type Parsed,
} from '@larder/contract'
import { sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import { can } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { invalid, notFound, Refusal, refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { writeMail } from '#modules/mail/mail.service.ts'
import { recordBeside } from '../act/note.ts'
import { seekOrder } from '../read/read.service.ts'
import { drawFile, newPrint, numberPrint, refuseAsChanged } from './print.ts'

/**
 * Mails the receipt, numbered like a print. It is drawn before anything is held, under the number that it will have; were that no longer
 * so (`printed-meanwhile`), or the order another one (`changed-since-printed`), nothing is sent. 429 `too-many-receipts` beyond `mostWithinHour`.
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
  await refuseBeyond(ctx, ctx.db, order, to)
  const begun = newPrint(ctx, { document: 'receipt', paper: 'a4' })
  const attachment = await drawFile(order, { ...begun, copy: copies + 1 })
  return unitOfWork(ctx, async (work) => {
    const { order: held, print } = await numberPrint(ctx, work, order.id, begun)
    if (held.version !== order.version) return refuseAsChanged()
    if (print.copy !== copies + 1)
      refuse('printed-meanwhile', 'Another copy got its number at the same moment: nothing was sent. Send it again.')
    await oneAtATime(work, 'receipts to', to)
    await refuseBeyond(ctx, readOnly(work.db), order, to)
    await writeMail(ctx, work, { to, toName: order.customerName, ...lettersOf(order, installation), orderId: order.id, attachment })
    recordBeside(work, held, 'mailReceipt', { copy: print.copy, email: to, isOwnAddress: to === email })
    return { to: to === body.to || can(ctx, 'order.reveal') ? to : maskEmail(to), isMailed: ctx.services.config.mail !== null }
  })
}

/** How many receipts of one order, and how many to one address, are mailed within an hour. */
const mostWithinHour = { order: 5, address: 10 }
const hourMs = 3_600_000

async function refuseBeyond({ clock }: Context, db: ReadDatabase, { id, number, timeZone }: Order, to: string): Promise<void> {
  const { rows } = await sql<{ order: Id[]; address: Id[] }>`
    select coalesce(array_agg(id::text order by id desc) filter (where order_id = ${id}), '{}') as order,
      coalesce(array_agg(id::text order by id desc) filter (where to_address = ${to}), '{}') as address
    from mail where id >= ${firstIdAt(instantOf(clock.ms() - hourMs + 1))} and order_id is not null`.execute(db)
  const told = { order: `The receipt of ${number} was mailed`, address: 'Receipts were mailed to this address' }
  for (const kind of ['order', 'address'] as const) {
    const most = mostWithinHour[kind]
    const first = rows[0]?.[kind][most - 1]
    const begun = first ? idInstant(first) : null
    if (begun === null) continue
    const again = addMinutes(begun, 60)
    throw new Refusal('limited', {
      reason: 'too-many-receipts',
      message: `${told[kind]} ${most} times within an hour. It goes again at ${format().instant(again, 'time', timeZone)}.`,
      retryAfterSeconds: Math.max(1, Math.ceil((msOf(again) - clock.ms()) / 1000)),
    })
  }
}

/** `a•••@mail.test`. */
function maskEmail(address: string): string {
  return address.replace(/^(.).*(?=@)/, `$1${maskMark.repeat(3)}`)
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
