import { type misbookedOrderContract, newId, type Output, type StartedTask } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Services } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import type { App } from '#kit/http/handler.ts'
import { beginTask } from '#kit/work/begin-task.ts'
import { isNightDue } from '#kit/work/nightly.ts'
import { settled } from '#modules/audit/audit-seal.service.ts'
import { isLedgerBehind } from './backfill.service.ts'
import { keepMisbooked, misbookedOrders } from './misbooked.service.ts'
import { type Found, type Misbooked, recompute, recomputeNext } from './recompute.service.ts'

/** Of the older orders so many are looked at in a night, from the oldest to the newest and again. */
const olderAtOnce = 100_000
/** So many numbers of the record at once, and at most so many orders. */
const numbersAtOnce = 500
/** More than anybody looks into one by one. */
const mostKept = 100
/** The first check begins with what changed within so many hours. */
const firstHours = 26
const first = '00000000-0000-0000-0000-000000000000'

/** What came of a check. */
export interface Checked {
  orders: number
  misbooked: number
}

/** How far checks have come: in the record of changes, and through the orders by their ids. */
interface Reach {
  entry: number
  order: string
}

/**
 * Holds orders against what the ledger says of them: those that were told to differ, those that changed since the last check, and the next
 * of all others. What differs is kept by its order; what is booked as it stands again is gone.
 */
export async function checkLedger(ctx: Context, onProgress = async (_done: number) => {}): Promise<Checked> {
  const { services } = ctx
  const { db } = services
  const from = await reachedBefore(ctx)
  const until = await lastNumber(services)
  const looked = new Set<string>()
  const found = new Map<string, Misbooked>()
  const take = async ({ looked: those, misbooked }: Found) => {
    for (const id of those) looked.add(id)
    for (const each of misbooked) found.set(each.orderId, each)
    await onProgress(looked.size)
  }
  await take(await recompute(db, sql`orders.id in (select order_id from misbooked_order where status = 'open')`))
  for (let after = from.entry; after < until.last; after += numbersAtOnce) await take(await recompute(db, changedWithin(after, until.last)))
  let order: string | null = from.order
  for (let older = 0; order !== null && older < olderAtOnce; ) {
    const page: Found = await recomputeNext(db, order)
    await take(page)
    older += page.looked.length
    order = page.last
  }
  const checked = { orders: looked.size, misbooked: found.size }
  const reached = { reached_entry: until.settled, reached_order: order ?? first }
  await keepMisbooked(ctx, { looked, found: [...found.values()].slice(0, mostKept) }, async (work) => {
    const row = { id: newId(ctx.clock.ms()), finished_at: ctx.clock.instant(), ...checked, ...reached }
    await work.db.insertInto('ledger_check').values(row).execute()
  })
  return checked
}

async function reachedBefore(ctx: Context): Promise<Reach> {
  const last = await readLastCheck(ctx)
  if (last) return { entry: last.reached_entry, order: last.reached_order }
  const { rows } = await sql<{ reach: number }>`select coalesce(max(reach), 0) as reach from audit_seal
    where at < now() - make_interval(hours => ${firstHours})`.execute(ctx.services.db)
  return { entry: rows[0]?.reach ?? 0, order: first }
}

// What may still be committed below the last number is looked at by the next check.
async function lastNumber({ db }: Services): Promise<{ settled: number; last: number }> {
  const { rows } = await sql<{ settled: number; last: number }>`with settled as (${settled})
    select reach as settled, greatest((select max(id) from audit_entry), (select max(id) from ledger_entry), 0) as last from settled`.execute(
    db,
  )
  return rows[0] ?? { settled: 0, last: 0 }
}

// Of what is recorded of orders and what is booked of them: a change that was never booked is in the one, an entry that came of nothing in the other.
// `offset 0`: whatever the server believes of a ledger that has just grown, entries are found by their numbers, and not by being of orders.
function changedWithin(after: number, last: number): RawBuilder<unknown> {
  const until = Math.min(after + numbersAtOnce, last)
  return sql`orders.id in (select entity_id::uuid from audit_entry where id > ${after} and id <= ${until} and entity = 'order'
    union select entity_id from (select entity, entity_id from ledger_entry where id > ${after} and id <= ${until} offset 0) as entry
      where entity = 'order')`
}

const kind = 'check-ledger'

/** Every night, and when somebody asks for it. */
export function registerLedgerChecks({ services: { jobs, tasks } }: App): void {
  tasks.declare({
    name: kind,
    atOnce: 1,
    retries: 3,
    run: async (task) => {
      const { orders, misbooked } = await checkLedger(await task.owner('finance.view'), (done) => task.progress(done, null))
      const words = misbooked === 0 ? 'all booked as they stand' : `${format().number(misbooked)} booked otherwise`
      return { words: `${format().number(orders)} orders, ${words}`, facts: { orders, misbooked } }
    },
  })
  jobs.register(kind, { everySeconds: 300 }, async (ctx) => {
    const last = await readLastCheck(ctx)
    // What is still to be booked can't be held against anything, and what is being booked is not yet known to the server's plans.
    if ((await isNightDue(ctx, last?.finished_at)) && !(await isLedgerBehind(ctx.services.db))) await checkLedger(ctx)
  })
}

function readLastCheck({ services }: Context) {
  return services.db.selectFrom('ledger_check').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

async function readLast(ctx: Context): Promise<Output<typeof misbookedOrderContract.last>> {
  const last = ctx.actor.scope.kind === 'all' ? await readLastCheck(ctx) : undefined
  return { last: last ? { finishedAt: last.finished_at, orders: last.orders, misbooked: last.misbooked } : null }
}

async function beginCheck(ctx: Context): Promise<StartedTask> {
  if (ctx.actor.scope.kind !== 'all') invalid({ body: 'is of all orders: only somebody who reaches the whole installation checks them' })
  return beginTask(ctx, { kind, title: 'Check of the ledger', parameters: {} })
}

export const checkHandlers = { ...misbookedOrders.handlers, last: readLast, check: beginCheck }
