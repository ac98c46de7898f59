import { type Payment, paymentContract } from '@larder/contract'
import { sql } from 'kysely'
import { parseJsonInstant } from '#db/column-types.ts'
import type { App } from '#kit/http/handler.ts'
import { resource } from '#kit/resource.ts'
import { takeCallback } from './callback.ts'
import { openGateway } from './open-gateway.ts'
import { settlePayments } from './payment.settle.ts'

const mostAttempts = 20

const attempts = sql<
  Payment['attempts']
>`(select coalesce(json_agg(json_build_object('kind', kind, 'outcome', outcome, 'words', words, 'at', at) order by id desc), '[]')
  from (select * from payment_attempt where payment_id = payment.id order by id desc limit ${sql.lit(mostAttempts)}) as newest)`

/** Payments that a gateway executes, as people read them; what they are, the gateway says. */
export const payments = resource(paymentContract, {
  table: 'payment',
  permission: 'order.view',
  rows: (db) =>
    db
      .selectFrom('payment')
      .innerJoin('orders', 'orders.id', 'payment.order_id')
      .selectAll('payment')
      .select(['orders.number as order_number', 'orders.branch_id', 'orders.store_id', attempts.as('attempts')]),
  scope: { branch: 'orders.branch_id', store: 'orders.store_id' },
  present: (row) => ({
    order: { id: row.order_id, name: row.order_number },
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: parseJsonInstant(attempt.at) })),
  }),
  search: { order: 'orders.number', reference: 'payment.reference' },
  acts: {
    retry: {
      sets: ({ ctx, row }) => ({ due_at: ctx.clock.instant(), vain: 0, stuck_at: null, nudges: row.nudges + 1 }),
    },
  },
})

/** Every second what is due is settled, where payments go to a gateway. */
export function registerPaymentJobs({ services }: App): void {
  const { gateway: config } = services.config
  if (!config) return
  services.jobs.register('settle-payments', { everySeconds: 1 }, async (ctx) => settlePayments(ctx, await openGateway(services, config)))
}

export const paymentHandlers = { ...payments.handlers, callback: takeCallback }
