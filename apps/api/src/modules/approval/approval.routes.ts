import { type Approval, allContracts, type approvalContract, type Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { Refusal, refuse } from '#kit/errors.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import { openSubject } from '#modules/audit-history/history.service.ts'
import { carryOut, columnsOfRequest, type Operations, Overtaken } from './approval.operations.ts'
import { alertMaker, approvals, findWaitingRequest, whyNotDecide } from './approval.service.ts'

export function registerApprovals(app: App): void {
  app.services.jobs.register('expire-approvals', { everySeconds: 60 }, expireApprovals)
  implement(app, allContracts.approval, {
    ...approvals.handlers,
    create: (ctx, { body }) =>
      approvals.create(ctx, body, {
        // Two at once would both find that nobody has asked yet.
        before: ({ work }) => oneAtATime(work, 'approval', `${body.operation} ${JSON.stringify(body.params)}`),
        sets: ({ ctx: inside, work }) => columnsOfRequest(app, inside, work, body),
      }),
    approve: (ctx, input) => approve(app, ctx, input),
    waiting: async (ctx, { params }) => {
      await openSubject(app, ctx, params)
      return { request: await findWaitingRequest(ctx, params) }
    },
  })
}

/** Approves a request and carries it out, both or neither; one that cannot be carried out any more is overtaken, and says why. */
async function approve(
  operations: Operations,
  ctx: Context,
  { params: { id }, body: { version } }: Parsed<typeof approvalContract.approve>,
): Promise<Approval> {
  try {
    return await approvals.change(
      ctx,
      { id, version, action: 'approve' },
      {
        also: async ({ ctx: inside, work, now }) => {
          await carryOut(operations, inside, work, now)
          alertMaker({ ctx: inside, work, now })
        },
      },
    )
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    const because = error.message
    const sets = () => ({ status: 'overtaken', because, decided_at: ctx.clock.instant() })
    await approvals.change(
      { ...ctx, idempotency: null },
      { id, version, action: 'overtake' },
      { whyNot: whyNotDecide, sets, also: alertMaker },
    )
    return refuse('overtaken', `This can no longer be carried out: ${because}`)
  }
}

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
    await approvals.change(ctx, { id, version, action: 'expire' }, { sets, also: alertMaker }).catch(unlessDecided)
  }
}

// Somebody decided it at the last moment.
function unlessDecided(error: unknown): void {
  if (!(error instanceof Refusal && error.kind === 'stale')) throw error
}
