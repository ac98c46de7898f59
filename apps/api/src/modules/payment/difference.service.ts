import {
  type DifferenceKind,
  type Gateway,
  gatewayLabels,
  type Output,
  paymentDifferenceContract,
  type StartedTask,
} from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context, Services } from '#kit/context.ts'
import { invalid, refuse } from '#kit/errors.ts'
import type { App } from '#kit/http/handler.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { resource } from '#kit/resource.ts'
import { beginTask } from '#kit/work/begin-task.ts'
import { isNightDue } from '#kit/work/nightly.ts'
import { comparePayments } from './compare.ts'
import { openGateway } from './open-gateway.ts'
import { bookSettlement } from './settle-difference.ts'

const kind = 'compare-payments'

/** What our books and the gateway say differently; of a payment that no order has, for whoever reaches everything. */
const differences = resource(paymentDifferenceContract, {
  table: 'payment_difference',
  permission: 'order.view',
  rows: (db) =>
    db
      .selectFrom('payment_difference')
      .leftJoin('orders', 'orders.id', 'payment_difference.order_id')
      .selectAll('payment_difference')
      .select(['orders.number as order_number', 'orders.branch_id', 'orders.store_id']),
  scope: {
    where: (ctx) => sql<boolean>`case when payment_difference.order_id is null then ${ctx.actor.scope.kind === 'all'}
      else ${withinScope(ctx, { branch: 'orders.branch_id', store: 'orders.store_id' })} end`,
    place: ({ branch_id, store_id }) => ({ branchId: branch_id ?? wholeInstallation, storeId: store_id }),
  },
  present: (row) => ({
    order: row.order_id && row.order_number ? { id: row.order_id, name: row.order_number } : null,
  }),
  search: { reference: 'payment_difference.reference', order: 'orders.number' },
  acts: {
    settle: {
      whyNot: ({ status }) => (status === 'open' ? null : 'It is not open any more.'),
      sets: async ({ ctx, work, row, body }) => ({
        ...(await bookSettlement(ctx, work, { ...row, kind: row.kind as DifferenceKind })),
        status: 'settled',
        note: body.reason,
      }),
    },
  },
})

/** The gateway that payments go to, and how the last comparison went. */
async function readLast({ actor, db, services }: Context): Promise<Output<typeof paymentDifferenceContract.last>> {
  const last = await db.selectFrom('payment_comparison').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return {
    gateway: services.config.gateway?.name ?? null,
    last:
      last && actor.scope.kind === 'all'
        ? {
            gateway: last.gateway as Gateway,
            since: last.since,
            finishedAt: last.finished_at,
            payments: last.payments,
            differences: last.differences,
          }
        : null,
  }
}

async function beginComparison(ctx: Context): Promise<StartedTask> {
  const { gateway } = ctx.services.config
  if (ctx.actor.scope.kind !== 'all')
    invalid({ body: 'is of all payments: only somebody who reaches the whole installation compares them' })
  if (!gateway) return refuse('no-gateway', 'Payments go to no gateway here.')
  return beginTask(ctx, { kind, title: `Comparison with ${gatewayLabels[gateway.name]}`, parameters: {} })
}

export const differenceHandlers = { ...differences.handlers, last: readLast, compare: beginComparison }

/** Every night, and when somebody asks for it. */
export function registerComparisons({ services }: App): void {
  services.tasks.declare({
    name: kind,
    atOnce: 1,
    retries: 3,
    run: async (task) => {
      const ctx = await task.owner('finance.view')
      const { payments, differences: found } = await compare(services, ctx, (done) => task.progress(done, null))
      const words = found === 0 ? 'no difference' : found === 1 ? '1 difference' : `${found} differences`
      return { words: `${payments} payments, ${words}`, facts: { payments, differences: found } }
    },
  })
  if (services.config.gateway) services.jobs.register('compare-payments', { everySeconds: 300 }, compareNightly)
}

async function compareNightly(ctx: Context): Promise<void> {
  const { services } = ctx
  const last = await services.db.selectFrom('payment_comparison').select('finished_at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (await isNightDue(ctx, last?.finished_at)) await compare(services, ctx)
}

async function compare(services: Services, ctx: Context, onProgress?: (done: number) => Promise<void>) {
  const { gateway } = services.config
  if (!gateway) return refuse('no-gateway', 'Payments go to no gateway here.')
  return comparePayments(ctx, await openGateway(services, gateway), onProgress)
}
