import type { Context } from '#kit/context.ts'
import { Refusal } from '#kit/errors.ts'
import { approvals } from './approval.service.ts'

const mostAtOnce = 200

/** Ends the requests that nobody decided in time, each with its entry. */
export async function expireApprovals(ctx: Context): Promise<void> {
  const late = await ctx.services.db
    .selectFrom('approval')
    .select(['id', 'version'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', ctx.clock.instant())
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
  for (const { id, version } of late) {
    const sets = () => ({ status: 'expired', decided_at: ctx.clock.instant() })
    await approvals.change(ctx, { id, version, action: 'expire' }, { sets }).catch(unlessDecided)
  }
}

// Somebody decided it at the last moment.
function unlessDecided(error: unknown): void {
  if (!(error instanceof Refusal && error.kind === 'stale')) throw error
}
