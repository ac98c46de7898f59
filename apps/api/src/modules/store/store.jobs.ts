import type { Context, Jobs } from '#kit/context.ts'
import { stores } from './store.service.ts'
import { noteLastOrders } from './store-last-order.service.ts'
import { watchPapers } from './store-papers.jobs.ts'

export function registerStoreJobs(jobs: Jobs): void {
  jobs.register('end-open-modes', { everySeconds: 5 }, async (ctx) => void (await endOpenModes(ctx)))
  jobs.register('watch-store-papers', { cron: '11 * * * *' }, watchPapers)
  jobs.register('note-last-orders', { everySeconds: 60 }, noteLastOrders)
}

const batch = 200

/** Opens the stores whose busy or paused time is over, each as an act of the system. Returns how many. */
async function endOpenModes(ctx: Context): Promise<number> {
  const now = ctx.clock.instant()
  const due = await ctx.db
    .selectFrom('store')
    .select(['id', 'version'])
    .where('open_mode_until', '<=', now)
    .orderBy('open_mode_until')
    .limit(batch)
    .execute()
  for (const { id, version } of due) await endOpenMode(ctx, id, version)
  return due.length
}

// Someone who changed the store a moment ago has decided on its mode as well: the next run looks again.
async function endOpenMode(ctx: Context, id: string, version: number): Promise<void> {
  const columns = { open_mode: 'open', open_mode_until: null, open_mode_reason: null }
  try {
    await stores.change(ctx, { id, version, action: 'endOpenMode' }, { sets: () => columns })
  } catch (error) {
    ctx.log.warn({ storeId: id, err: error }, 'a store could not be reopened; the next run tries again')
  }
}
