import {
  addDays,
  type BranchDay,
  type BranchDayLook,
  branchDayContract,
  type branchDayContract as Contract,
  localDateAt,
  type Output,
  openDaysShown,
  type Parsed,
} from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { inScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { type Because, invalid, notFound, refuse } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import { resource } from '#kit/resource.ts'
import { dayFigures } from '#modules/dashboard/order-figures.service.ts'
import { isLedgerBehind } from '#modules/ledger/backfill.service.ts'
import { type DaysOf, keepCash, presentCash } from './day-cash.ts'
import { type DayNow, type FigureColumns, presentFigures, readDay } from './day-figures.ts'

const closer = {
  makers: ({ closed_id }: { closed_id: string }) => [closed_id],
  own: { reason: 'own-day', message: 'Somebody else signs off or reopens what you closed.' },
  isForOneToo: true,
} as const

/** Business days of branches that somebody closed. Closings of one branch wait for each other at its row. */
const days = resource(branchDayContract, {
  table: 'branch_day',
  permission: 'branch-day.view',
  rows: (db) =>
    db
      .selectFrom('branch_day')
      .innerJoin('branch', 'branch.id', 'branch_day.branch_id')
      .selectAll('branch_day')
      .select(['branch.name as branch_name', 'branch.time_zone']),
  scope: { branch: 'branch_day.branch_id' },
  present: (row) => ({
    remark: row.remark || null,
    figures: presentFigures(row as FigureColumns),
    reopenedBecause: row.status === 'reopened' ? row.status_reason : null,
  }),
  search: { remark: 'branch_day.remark', closedBy: 'branch_day.closed_by', signedOffBy: 'branch_day.signed_off_by' },
  filters: {
    from: (from) => sql<boolean>`branch_day.day >= ${from}`,
    to: (to) => sql<boolean>`branch_day.day <= ${to}`,
  },
  create: {
    rule: async ({ ctx, work, body }) => {
      const branch = await lockBranch(ctx, work, body.branchId)
      if (body.day >= localDateAt(ctx.clock.instant(), branch.time_zone)) return { day: notOver }
      const closed = await findDay(ctx.db, branch.id, body.day)
      if (closed) refuse('day-closed-already', wordsOfClosed(closed))
      return null
    },
    sets: async ({ ctx, work, body }) => closing(ctx, await lockBranch(ctx, work, body.branchId), body.day),
    also: async ({ ctx, work, now }) => keepCash(ctx, work, now, await lockBranch(ctx, work, now.branch_id)),
  },
  acts: {
    signOff: {
      whyNot: ({ status }) => (status === 'closed' ? null : status === 'reopened' ? 'It was reopened.' : 'It is signed off.'),
      madeBy: closer,
      sets: ({ ctx: { actor, clock } }) => ({
        status: 'signed-off',
        signed_off_at: clock.instant(),
        signed_off_id: actor.id,
        signed_off_by: actor.name,
      }),
    },
    reopen: {
      whyNot: ({ status }) => (status === 'reopened' ? 'It was reopened.' : null),
      madeBy: closer,
      sets: () => ({ ...unsigned, status: 'reopened' }),
    },
    closeAgain: {
      whyNot: ({ status }) => (status === 'reopened' ? null : 'It is closed.'),
      sets: async ({ ctx, work, row, body }) => ({
        ...(await closing(ctx, await lockBranch(ctx, work, row.branch_id), row.day)),
        status: 'closed',
        // A note is of its closing: that of the one before is sent again by whoever keeps it.
        remark: body.remark || null,
      }),
      // Before its row is written: what is kept with a closed day stays.
      parts: async ({ ctx, work, row }) => {
        await keepCash(ctx, work, row, await lockBranch(ctx, work, row.branch_id))
        return { old: {}, new: {} }
      },
    },
  },
})

export const branchDayHandlers = { ...days.handlers, look: lookAtDay, open: listOpenDays }

const notOver = 'is not over yet'
const unsigned = { signed_off_at: null, signed_off_id: null, signed_off_by: null }

/** What a closing keeps: the figures as they stand, and whose word it is. Refused while orders of the day are under way. */
async function closing(ctx: Context, branch: DaysOf, day: string) {
  if (await isLedgerBehind(ctx.db)) refuse('orders-not-booked', 'Earlier orders are still being booked. Close the day when they all are.')
  const now = await readDay(ctx.db, branch, day)
  const because = whyUnderWay(now)
  if (because) refuse(because.reason, because.message)
  return { ...now.columns, closed_at: ctx.clock.instant(), closed_id: ctx.actor.id, closed_by: ctx.actor.name }
}

function whyUnderWay({ underWay, first }: DayNow): Because | null {
  if (underWay === 0) return null
  const more = underWay - first.length
  const named = first.map(({ name }) => name).join(', ')
  const which = more > 0 ? `${named} and ${format().number(more)} more` : named
  const message = `${underWay === 1 ? 'An order' : `${format().number(underWay)} orders`} of the day ${underWay === 1 ? 'is' : 'are'} still under way: ${which}.`
  return { reason: 'day-under-way', message }
}

const facts = ['id', 'name', 'time_zone', 'currency'] as const

/** The branch, within the caller's reach, held against every other closing of its days. */
async function lockBranch(ctx: Context, { db }: Work, id: string): Promise<DaysOf> {
  const found = await inScope(ctx, db.selectFrom('branch').select(facts).where('id', '=', id), { branch: 'branch.id' })
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found ?? invalid({ 'body.branchId': 'does not exist' })
}

async function findBranch(ctx: Context, id: string): Promise<DaysOf> {
  return (
    (await inScope(ctx, ctx.db.selectFrom('branch').select(facts).where('id', '=', id), { branch: 'branch.id' }).executeTakeFirst()) ??
    notFound('branch')
  )
}

function findDay(db: ReadDatabase, branchId: string, day: string) {
  return db
    .selectFrom('branch_day')
    .select(['id', 'status', 'closed_by'])
    .where('branch_id', '=', branchId)
    .where('day', '=', day)
    .executeTakeFirst()
}

function wordsOfClosed({ status, closed_by }: { status: string; closed_by: string }): string {
  return status === 'reopened' ? 'The day was reopened: close it again on its page.' : `${closed_by} has closed the day.`
}

/** A day as its orders stand now: the one that runs too, which cannot be closed yet. */
async function lookAtDay(ctx: Context, { params, query }: Parsed<typeof Contract.look>): Promise<BranchDayLook> {
  const branch = await findBranch(ctx, params.id)
  const today = localDateAt(ctx.clock.instant(), branch.time_zone)
  const day = query.day ?? addDays(today, -1)
  if (day > today) invalid({ 'query.day': 'has not begun' })
  const [now, closed] = await Promise.all([readDay(ctx.db, branch, day), findDay(ctx.db, branch.id, day)])
  const { underWay, first, cash } = now
  const isRunning = day === today
  return {
    branch: { id: branch.id, name: branch.name },
    day,
    timeZone: branch.time_zone,
    figures: presentFigures(now.columns),
    cash: cash.map(presentCash),
    underWay,
    first,
    because: closed ? wordsOfClosed(closed) : isRunning ? 'The day is not over yet.' : (whyUnderWay(now)?.message ?? null),
    closed: closed ? { id: closed.id, status: closed.status as BranchDay['status'] } : null,
  }
}

/** Days that are over, had orders and are not closed. */
async function listOpenDays(ctx: Context, { params }: Parsed<typeof Contract.open>): Promise<Output<typeof Contract.open>> {
  const { id, time_zone } = await findBranch(ctx, params.id)
  const today = localDateAt(ctx.clock.instant(), time_zone)
  const counted = dayFigures({ scope: { kind: 'branch', ids: [id] } }, addDays(today, -openDaysShown), addDays(today, -1))
  const { rows } = await sql<{ day: string; orders: number; reopened: string | null }>`
    select figure.day, sum(figure.orders)::int as orders, branch_day.id as reopened
    from ${counted} as figure left join branch_day on branch_day.branch_id = ${id} and branch_day.day = figure.day
    where branch_day.id is null or branch_day.status = 'reopened'
    group by figure.day, branch_day.id having sum(figure.orders) > 0 order by figure.day desc`.execute(ctx.db)
  return rows
}
