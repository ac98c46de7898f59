import type { Addressee } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import { readSetting } from '#kit/settings.ts'
import { writeMail } from '#modules/mail/mail.service.ts'
import { tellByOrder } from '#modules/order/act/message.service.ts'

interface Told {
  number: string
  order_id: string | null
  customer_id: string | null
  store_id: string | null
}

/** Tells somebody outside of what is looked after for them: as a message of the order, else by mail. 409 where neither reaches them. */
export async function tellOutside(ctx: Context, work: Work, matter: Told, { to, text }: { to: Addressee; text: string }): Promise<void> {
  work.tie()
  if (matter.order_id) return tellByOrder(ctx, work, matter.order_id, { to, text })
  const people =
    to === 'store'
      ? sql`select email, display_name as name from store where id = ${matter.store_id}::uuid`
      : sql`select email, name from customer where id = ${matter.customer_id}::uuid`
  const { rows } = await sql<{ email: string | null; name: string }>`${people}`.execute(work.db)
  const [found] = rows
  if (!found?.email) return refuse('nobody-to-tell', 'It has no order, and no mail address is known of whom it is to be told.')
  const sender = await readSetting(ctx.services, 'installation.name')
  await writeMail(ctx, work, {
    to: found.email,
    toName: found.name,
    subject: `About ${matter.number} from ${sender}`,
    body: `${text}\n\n${sender}\n`,
  })
}
