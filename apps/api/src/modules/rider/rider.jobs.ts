import type { Context, Jobs } from '#kit/context.ts'
import { watchRiderPapers } from './rider-papers.jobs.ts'
import { riders } from './rider-read.service.ts'

export function registerRiderJobs(jobs: Jobs): void {
  jobs.register('end-rider-blocks', { everySeconds: 5 }, endBlocks)
  jobs.register('watch-rider-papers', { cron: '13 * * * *' }, watchRiderPapers)
}

const batch = 200

/** Lets riders work again whose block is over, each as an act of the system. */
async function endBlocks(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('rider')
    .select(['id', 'version'])
    .where('blocked_until', '<=', ctx.clock.instant())
    .orderBy('blocked_until')
    .limit(batch)
    .execute()
  for (const { id, version } of due) await endBlock(ctx, id, version)
}

// Whoever changed the rider a moment ago has decided on the block as well: the next run looks again.
async function endBlock(ctx: Context, id: string, version: number): Promise<void> {
  const columns = { status: 'active', blocked_until: null }
  try {
    await riders.change(ctx, { id, version, action: 'endBlock' }, { sets: () => columns })
  } catch (error) {
    ctx.log.warn({ riderId: id, err: error }, 'a rider could not be unblocked; the next run tries again')
  }
}
