import { sql } from 'kysely'
import { ensureCurrentPartitions } from '#db/partitions.ts'
import type { Services } from '#kit/context.ts'
import { checkAudit, keepAudit } from '#modules/audit/audit-check.service.ts'
import { bookNextOrders, isLedgerBehind } from '#modules/ledger/backfill.service.ts'
import { registerPurge } from './purge.job.ts'

/** The house's own jobs; modules register theirs beside their routes. Before `jobs.start`. */
export function registerJobs(services: Services): void {
  for (const register of [
    registerBookOrders,
    registerFoldRollups,
    registerMakePartitions,
    registerPurge,
    registerSealAudit,
    registerVerifyAudit,
  ])
    register(services)
}

// As many as keep two cores of the database busy while others are being reckoned; few enough of the pool's connections for nobody to miss them.
const lanes = 3

/** Orders that were there before the ledger are booked, some of every lane in a run: a process that ends waits for no more than these. */
function registerBookOrders({ jobs, writable }: Services): void {
  let isGrown = false
  jobs.register('book-earlier-orders', { everySeconds: 1 }, async () => {
    // Once all are booked that is every run's one question: whatever comes in by then books itself.
    const isBehind = await isLedgerBehind(writable)
    const more = isBehind ? await Promise.all(Array.from({ length: lanes }, () => bookNextOrders(writable))) : []
    if (more.includes(true)) {
      isGrown = true
      return 'again'
    }
    if (!isGrown) return undefined
    // Asked for once: the server looks by itself a minute later, and plans until then as if the ledger were as small as before.
    isGrown = false
    await sql`analyze ledger_entry`.execute(writable)
    return undefined
  })
}

/** Orders and entries of the ledger leave their figures as single rows, and whose orders changed: every second these are added up, and reckoned anew. */
function registerFoldRollups({ jobs, writable }: Services): void {
  jobs.register('fold-rollups', { everySeconds: 1 }, async () => {
    await sql`select fold_order_rollup() where exists (select from order_rollup_delta)`.execute(writable)
    await sql`select fold_customer_due() where exists (select from customer_due)`.execute(writable)
    await sql`select fold_ledger_balance() where exists (select from ledger_balance_delta)`.execute(writable)
  })
}

/** A server that runs for months still has a partition for next month's orders. */
function registerMakePartitions({ jobs, writable, clock }: Services): void {
  jobs.register('make-partitions', { cron: '30 2 * * *' }, () => ensureCurrentPartitions(writable, clock.instant()))
}

/** The record is sealed every minute, and the seals leave the database: later than that, nobody rewrites it unseen. */
function registerSealAudit({ jobs }: Services): void {
  jobs.register('seal-audit', { everySeconds: 60 }, keepAudit)
}

/** Every night the whole record is verified: who changes it in the database itself is found out by the morning. */
function registerVerifyAudit({ jobs }: Services): void {
  jobs.register('verify-audit', { cron: '40 2 * * *' }, async (ctx) => {
    const { broken, ...facts } = await checkAudit(ctx)
    if (broken) ctx.log.error({ ...facts, broken }, 'the record of changes is broken')
    else ctx.log.info(facts, 'the record of changes is sound')
  })
}
