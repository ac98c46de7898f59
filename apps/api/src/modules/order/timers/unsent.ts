import { addMinutes, durationText, minutesBetween, money, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import type { ListedOrder } from '../read/record.ts'
import { alertStaff } from './notice.ts'

const mostAtOnce = 200

type Unsent = ListedOrder & { amount_minor: number; since: string }

/**
 * Alerts, once a refund, whoever may handle it that its channel has approved work left: money that is to go back and was not sent for as long as
 * a setting says. What a gateway executes is asked by its own job, and what is given by hand is the staff's own.
 */
export async function warnOfUnsent(ctx: Context): Promise<void> {
  const now = ctx.clock.instant()
  const hours = await readSetting(ctx.services, 'refund.unsentHours')
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    const { rows } = await sql<Unsent>`
      with due as (select refund.id from refund
          where state = 'approved' and warned_at is null and method in ('source', 'void') and updated_at <= ${addMinutes(now, -hours * 60)}
            and not exists (select from payment where payment.order_id = refund.order_id)
          order by updated_at limit ${mostAtOnce} for update skip locked),
        told as (update refund set warned_at = ${now} from due where refund.id = due.id returning refund.order_id, amount_minor, refund.updated_at)
      select orders.*, store.display_name as store_name, told.amount_minor, told.updated_at as since
      from told join orders on orders.id = told.order_id join store on store.id = orders.store_id`.execute(work.db)
    for (const order of rows) {
      const amount = format().money(money(order.amount_minor, order.currency))
      const waited = durationText(minutesBetween(order.since, now))
      const text = `${amount} is to go back to its customer, and its channel has not sent it for ${waited}.`
      const message = {
        id: newId<'message'>(ctx.clock.ms()),
        tone: 'warning' as const,
        title: `The refund of ${order.number} was not sent`,
        text,
        at: now,
      }
      alertStaff(work, order, message, 'refund.create')
    }
  })
}
