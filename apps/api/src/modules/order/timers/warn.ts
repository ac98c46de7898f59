import { addMinutes, type Instant, newId } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { readOrderRules } from '../order.rules.ts'
import type { ListedOrder } from '../read/record.ts'
import { alertStaff } from './notice.ts'

const mostAtOnce = 200

/**
 * Alerts the staff, once an order, that a store has not answered for too long. The order keeps its version: a warning must not make
 * the form of somebody who is about to accept it stale.
 */
export async function warnOfWaiting(ctx: Context): Promise<void> {
  const { warnMinutes, autoRejectMinutes } = await readOrderRules(ctx.services)
  const now = ctx.clock.instant()
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    const { rows } = await sql<ListedOrder & { pending_at: Instant; time_zone: string }>`
      update orders set warned_at = ${now} from store
      where orders.id in (select id from orders where status = 'pending' and pending_at <= ${addMinutes(now, -warnMinutes)} and warned_at is null
          order by pending_at limit ${mostAtOnce} for update skip locked)
        and store.id = orders.store_id
      returning orders.*, store.display_name as store_name, store.time_zone`.execute(work.db)
    for (const order of rows) {
      const until = addMinutes(order.pending_at, autoRejectMinutes)
      // Times of day: the alert is read whenever somebody comes to it.
      const clock = (at: Instant) => format().instant(at, 'time', order.time_zone)
      const soon = until <= now ? 'within a minute' : `at ${clock(until)}`
      const text = `${order.store_name} has not responded since ${clock(order.pending_at)}. It will be auto-rejected ${soon}.`
      alertStaff(work, order, { id: newId<'message'>(ctx.clock.ms()), tone: 'warning', title: `${order.number} is waiting`, text, at: now })
    }
  })
}
