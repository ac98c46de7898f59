import { cashDepositContract, type Id, moneySum } from '@larder/contract'
import { sql } from 'kysely'
import type { Context, Work } from '#kit/context.ts'
import { refuse, stale } from '#kit/errors.ts'
import { format } from '#kit/format.ts'
import type { DraftOf } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { sumHeld } from './cash-held.ts'
import { getCashHolder } from './cash-holder.service.ts'
import { giveBack, take } from './cash-move.ts'
import { differedAlone, oneDifferenceAtATime } from './differed-alone.ts'
import { type HeldBy, lockHolder } from './lock-holder.ts'

type Draft = DraftOf<typeof cashDepositContract>

/** Deposits of cash, each with what the ledger had its holder hold at that moment. Deposits of one holder wait for each other at its row. */
export const deposits = resource(cashDepositContract, {
  table: 'cash_deposit',
  permission: 'cash.view',
  rows: (db) =>
    db
      .selectFrom('cash_deposit')
      .innerJoin('branch', 'branch.id', 'cash_deposit.branch_id')
      .leftJoin('staff as checker', 'checker.id', 'cash_deposit.checked_by')
      .selectAll('cash_deposit')
      .select(['branch.name as branch_name', 'checker.name as checked_by_name']),
  scope: { branch: 'cash_deposit.branch_id', store: 'cash_deposit.store_id' },
  present: (row) => ({
    holder: row.rider_id ? ('rider' as const) : ('store' as const),
    from: { id: row.rider_id ?? row.store_id ?? '', name: row.from_name },
    reversedBecause: row.status_reason,
  }),
  search: {
    number: 'cash_deposit.number',
    from: 'cash_deposit.from_name',
    receivedBy: 'cash_deposit.received_by',
    remark: 'cash_deposit.remark',
  },
  filters: {
    orderId: (orderId) => sql<boolean>`cash_deposit.id in (select deposit_id from cash_deposit_order where order_id = ${orderId})`,
    holder: (holder) =>
      holder === 'rider' ? sql<boolean>`cash_deposit.rider_id is not null` : sql<boolean>`cash_deposit.store_id is not null`,
  },
  columns: ({ riderId, storeId, counted, expected, isAll, remark, broughtBy }) => ({
    rider_id: riderId ?? null,
    store_id: storeId ?? null,
    counted_minor: counted?.minor,
    expected_minor: expected?.minor,
    is_all: isAll,
    remark: remark || null,
    brought_by: broughtBy || null,
  }),
  create: {
    rule: async ({ ctx, work, body }) => {
      const holder = await lockHolder(ctx, work, body)
      const problems = problemsOf(body, holder) ?? (await refuseMoved(ctx, body, holder)) ?? problemsOfCount(body, holder)
      if (!problems && differenceOf(body) !== 0) await oneDifferenceAtATime(ctx, work)
      return problems
    },
    sets: async ({ ctx, work, body }) => ({
      ...(await standing(ctx, work, body)),
      received_id: ctx.actor.id,
      received_by: ctx.actor.name,
      checked_by: ctx.approver?.id ?? null,
    }),
    parts: async ({ ctx, work, now }) => ({ old: {}, new: { differed_alone_minor: await differedAlone(ctx, work, now) } }),
    also: async ({ ctx, work, body, now }) => take(ctx, work, now, (await lockHolder(ctx, work, body)).held),
  },
  acts: {
    reverse: {
      whyNot: ({ status }) => (status === 'reversed' ? { reason: 'reversed-already', message: 'It was reversed.' } : null),
      madeBy: {
        makers: ({ received_id }) => [received_id],
        own: { reason: 'own-deposit', message: 'Somebody else reverses what you received.' },
        isForOneToo: true,
      },
      holds: ({ work, row }) => holdHolder(work, row),
      sets: ({ ctx }) => ({ status: 'reversed', reversed_at: ctx.clock.instant(), reversed_by: ctx.actor.name }),
      also: ({ ctx, work, now }) => giveBack(ctx, work, now),
    },
  },
})

/** A rider is held while cash goes back to them; who has left holds none (0150), so that what was wrong is a difference in the books. */
async function holdHolder({ db }: Work, { rider_id, from_name }: { rider_id: string | null; from_name: string }): Promise<void> {
  if (rider_id === null) return
  const rider = await db.selectFrom('rider').select('status').where('id', '=', rider_id).forUpdate().executeTakeFirstOrThrow()
  if (rider.status === 'left') refuse('rider-left', `${from_name} has left and holds no cash any more: it stays with the cash office.`)
}

const words = (minor: number, currency: string) => format().money(moneySum(Math.abs(minor), currency))

function problemsOf({ counted, expected }: Draft, { currency }: HeldBy) {
  const other = Object.entries({ counted, expected }).find(([, given]) => given.currency !== currency)
  return other ? { [other[0]]: `must be in ${currency}` } : null
}

/**
 * Whoever holds another amount than whoever counts was told is told anew, and who was faster. What another person has approved since takes
 * what was counted then: what has come since stays with them.
 */
async function refuseMoved(ctx: Context, { expected }: Draft, { id, name, held, currency, last }: HeldBy): Promise<null> {
  const holds = sumHeld(held)
  if (ctx.approver ? holds >= expected.minor : holds === expected.minor) return null
  const by = last ? ` The last deposit is ${last.number}, received by ${last.received_by}.` : ''
  const told = `${name} holds ${words(Math.max(0, holds), currency)} now, not ${words(expected.minor, currency)}.${by}`
  return stale(await getCashHolder(ctx, { params: { id: id as Id<'cash-holder'> } }), told)
}

/** What was counted less what was expected, in minor units; nothing where the rest stays with them. */
function differenceOf({ counted, expected, isAll }: Draft): number {
  return isAll ? counted.minor - expected.minor : 0
}

function problemsOfCount(draft: Draft, { name, currency }: HeldBy) {
  const { counted, expected, isAll, remark } = draft
  const holds = words(expected.minor, currency)
  if (expected.minor <= 0) return { counted: `cannot be deposited: ${name} holds nothing` }
  if (!isAll) {
    if (counted.minor === 0) return { counted: 'must be more than nothing' }
    if (counted.minor > expected.minor) return { counted: `must be at most ${holds}, which is all that ${name} holds` }
  }
  const difference = differenceOf(draft)
  if (difference === 0) return remark?.trim() ? { remark: 'is left out where nothing differs' } : null
  if (remark?.trim()) return null
  return {
    remark: `is required: ${words(difference, currency)} ${difference < 0 ? 'less' : 'more'} was counted than the ${holds} expected`,
  }
}

/** What no draft carries. Numbers of a branch have no gap: the next one waits for this one. */
async function standing(ctx: Context, work: Work, body: Draft) {
  const { branch_id, name, currency } = await lockHolder(ctx, work, body)
  const { code } = await work.db.selectFrom('branch').select('code').where('id', '=', branch_id).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { last } = await work.db
    .selectFrom('cash_deposit')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const sequence = (last ?? 0) + 1
  return {
    branch_id,
    currency,
    sequence,
    number: `${code}-C${String(sequence).padStart(5, '0')}`,
    from_name: name,
    difference_minor: differenceOf(body),
  }
}
