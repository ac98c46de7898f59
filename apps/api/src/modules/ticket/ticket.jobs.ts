import { addMinutes } from '@larder/contract'
import type { Context, Jobs } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { clockTo } from './ticket.decide.ts'
import { tickets } from './ticket.service.ts'
import { readTargets } from './ticket.targets.ts'

const batch = 200

export function registerTicketJobs(jobs: Jobs): void {
  jobs.register('wake-tickets', { everySeconds: 10 }, wakeTickets)
  jobs.register('end-idle-ticket-claims', { everySeconds: 30 }, endIdleClaims)
  jobs.register('close-solved-tickets', { everySeconds: 300 }, closeSolved)
}

/** Tickets that were put aside until now are open again. */
async function wakeTickets(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('ticket')
    .select(['id', 'version'])
    .where('state', '=', 'snoozed')
    .where('snoozed_until', '<=', ctx.clock.instant())
    .orderBy('snoozed_until')
    .limit(batch)
    .execute()
  for (const { id, version } of due)
    await act(ctx, id, () =>
      tickets.change(ctx, { id, version, action: 'resume' }, { sets: () => ({ state: 'open', snoozed_until: null }) }),
    )
}

/** Who has not acted on an open ticket for long enough handles it no more: it is back in its queue. */
async function endIdleClaims(ctx: Context): Promise<void> {
  const since = addMinutes(ctx.clock.instant(), -(await readSetting(ctx.services, 'ticket.claimMinutes')))
  const idle = await ctx.db
    .selectFrom('ticket')
    .select(['id', 'version'])
    .where('claimed_by', 'is not', null)
    .where('state', '=', 'open')
    .where('claimed_at', '<=', since)
    .where('updated_at', '<=', since)
    .orderBy('updated_at')
    .limit(batch)
    .execute()
  const unclaimed = { claimed_by: null, claimed_name: null, claimed_at: null }
  for (const { id, version } of idle)
    await act(ctx, id, () => tickets.change(ctx, { id, version, action: 'release' }, { whyNot: () => null, sets: () => unclaimed }))
}

/** What was solved and nobody came back to is closed. */
async function closeSolved(ctx: Context): Promise<void> {
  const days = await readSetting(ctx.services, 'ticket.closeDays')
  const over = await ctx.db
    .selectFrom('ticket')
    .select(['id', 'version'])
    .where('state', '=', 'solved')
    .where('solved_at', '<=', addMinutes(ctx.clock.instant(), -days * 24 * 60))
    .orderBy('solved_at')
    .limit(batch)
    .execute()
  for (const { id, version } of over)
    await act(ctx, id, () =>
      tickets.change(
        ctx,
        { id, version, action: 'close' },
        {
          sets: async ({ row }) => ({
            state: 'closed',
            ...clockTo(row, 'closed', ctx.clock.instant(), await readTargets(ctx.services, row.time_zone)),
          }),
        },
      ),
    )
}

// What somebody changed a moment ago is looked at again by the next run.
async function act(ctx: Context, ticketId: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    ctx.log.warn({ ticketId, err: error }, 'a ticket could not be changed by its time; the next run tries again')
  }
}
