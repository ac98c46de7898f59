import { type Approval, approvalContract, type Parsed } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { refuse } from '#kit/errors.ts'
import type { App } from '#kit/http/handler.ts'
import { implement } from '#kit/implement.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import { expireApprovals } from './approval.expiry.ts'
import { carryOut, columnsOfRequest, type Operations, Overtaken } from './approval.operations.ts'
import { approvals, whyNotDecide } from './approval.service.ts'

export function registerApprovals(app: App): void {
  app.services.jobs.register('expire-approvals', { everySeconds: 60 }, expireApprovals)
  implement(app, approvalContract, {
    ...approvals.handlers,
    create: (ctx, { body }) =>
      approvals.create(ctx, body, {
        // Two at once would both find that nobody has asked yet.
        before: ({ work }) => oneAtATime(work, 'approval', `${body.operation} ${JSON.stringify(body.params)}`),
        sets: ({ ctx: inside, work }) => columnsOfRequest(app, inside, work, body),
      }),
    approve: (ctx, input) => approve(app, ctx, input),
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
      { also: ({ ctx: inside, work, row }) => carryOut(operations, inside, work, row) },
    )
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    const because = error.message
    const sets = () => ({ status: 'overtaken', because, decided_at: ctx.clock.instant() })
    await approvals.change({ ...ctx, idempotency: null }, { id, version, action: 'overtake' }, { whyNot: whyNotDecide, sets })
    return refuse('overtaken', `This can no longer be carried out: ${because}`)
  }
}
