import {
  addMinutes,
  keysOf,
  type Output,
  type Parsed,
  type TicketNote,
  type TicketQueue,
  type ticketContract,
  ticketQueueLabels,
} from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { isOpenNow, isOverdue, tickets } from './ticket.service.ts'

type Contract = typeof ticketContract

/** What was said in a ticket, and in those within reach that were merged into it, with what these were opened for. */
export async function listNotes(ctx: Context, { params: { id } }: Parsed<Contract['notes']>): Promise<TicketNote[]> {
  await tickets.read(ctx, id)
  const scope = withinScope(ctx, { branch: 'merged.branch_id', store: 'merged.store_id' })
  const { rows } = await sql<TicketNote>`
    select note.id, note.kind, note.text, note.by_name as by, note.at, note.image_id as "imageId",
      case when ticket.id <> ${id} then ticket.number || coalesce(' of ' || customer.name, '') end as "from"
    from ticket_note as note join ticket on ticket.id = note.ticket_id left join customer on customer.id = ticket.customer_id
    where note.ticket_id = ${id} or note.ticket_id in (select merged.id from ticket as merged where merged.merged_into = ${id} and ${scope})
    union all select merged.id, 'internal', merged.text, merged.created_by, merged.created_at, null, merged.number || coalesce(' of ' || customer.name, '')
    from ticket as merged left join customer on customer.id = merged.customer_id where merged.merged_into = ${id} and ${scope}
    order by at desc, id desc limit 500`.execute(ctx.db as never)
  return rows.reverse()
}

interface QueueRow {
  queue: TicketQueue
  open: number
  unclaimed: number
  late: number
}
interface TimeRow {
  queue: TicketQueue
  answerMinutes: number | null
  solveMinutes: number | null
}
interface DeskRow {
  id: string
  name: string
  tickets: number
  latestId: string
  latest: string
  at: string
}

/** How queues stand, and who is on the desk: of what the caller reaches. */
export function readFigures(ctx: Context): Promise<Output<Contract['figures']>> {
  return ctx.services.shared.read(['ticket-figures', ctx.actor.scope], () => findFigures(ctx))
}

async function findFigures(ctx: Context): Promise<Output<Contract['figures']>> {
  const scope = withinScope(ctx, { branch: 'ticket.branch_id', store: 'ticket.store_id' })
  const now = ctx.clock.instant()
  const weekAgo = addMinutes(now, -7 * 24 * 60)
  const db = ctx.db as never
  const [queues, times, desk] = await Promise.all([
    sql<QueueRow>`select queue, count(*)::int as open, count(*) filter (where claimed_by is null and state = 'open')::int as unclaimed,
        count(*) filter (where ${isOverdue(now)})::int as late
      from ticket where ${isOpenNow} and ${scope} group by queue`.execute(db),
    sql<TimeRow>`select queue, round(avg(answer_minutes))::int as "answerMinutes", round(avg(solve_minutes))::int as "solveMinutes"
      from ticket where (solved_at between ${weekAgo} and ${now} or answered_at between ${weekAgo} and ${now}) and ${scope}
      group by queue`.execute(db),
    sql<DeskRow>`select * from (select distinct on (claimed_by) claimed_by as id, claimed_name as name, id as "latestId", number as latest, updated_at as at,
        count(*) over (partition by claimed_by)::int as tickets
      from ticket where claimed_by is not null and ${isOpenNow} and ${scope} order by claimed_by, updated_at desc) as working
      order by at desc limit 50`.execute(db),
  ])
  return {
    queues: keysOf(ticketQueueLabels).map((queue) => {
      const { open = 0, unclaimed = 0, late = 0 } = queues.rows.find((row) => row.queue === queue) ?? {}
      const { answerMinutes = null, solveMinutes = null } = times.rows.find((row) => row.queue === queue) ?? {}
      return { queue, open, unclaimed, late, answerMinutes, solveMinutes }
    }),
    desk: desk.rows.map(({ id, name, tickets: count, latestId, latest, at }) => ({
      who: { id, name },
      tickets: count,
      latest: { id: latestId, name: latest },
      at,
    })),
  }
}
