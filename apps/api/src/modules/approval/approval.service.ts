import {
  type ApprovalStatus,
  addMinutes,
  approvalContract,
  approvalStatusLabels,
  newId,
  type Permission,
  type WaitingRequest,
} from '@larder/contract'
import { sql } from 'kysely'
import { withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { type Because, refuse } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { findApprovers, findNotRung, mayApprove } from '#kit/record/approval.ts'
import type { Notice } from '#kit/record/change.ts'
import type { Sought } from '#kit/record/choosing.ts'
import { mayBeApprovedBy } from '#kit/record/hands.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { resource } from '#kit/resource.ts'
import { toldOf } from './approval.about.ts'

type Row = OwnRow<'approval'>

const ownRequest: Because = { reason: 'own-request', message: 'Another person has to approve what you asked for.' }

export const approvals = resource(approvalContract, {
  table: 'approval',
  permission: 'approval.view',
  rows: (db) =>
    db
      .selectFrom('approval')
      .innerJoin('staff as maker', 'maker.id', 'approval.maker_id')
      .leftJoin('staff as checker', 'checker.id', 'approval.checker_id')
      .selectAll('approval')
      .select(['maker.name as maker_name', 'checker.name as checker_name']),
  scope: {
    where: mineOrToCheck,
    place: placeOf,
  },
  beside: toldOf,
  present: (row, _, told) => ({
    ...(told.get(row.id) ?? { changes: [], names: {}, about: null, effect: null }),
  }),
  search: { title: 'approval.title', reason: 'approval.reason' },
  filters: {
    isMineToApprove: (is, { actor, clock }) => {
      const open = sql`approval.status = 'pending' and approval.expires_at > ${clock.instant()} and approval.maker_id <> ${actor.id}`
      const mine = sql<boolean>`${open} and ${mayBeApprovedBy(actor.id, soughtOf)}`
      return is ? mine : sql<boolean>`not (${mine})`
    },
  },
  columns: null,
  create: { sets: ({ ctx }) => ({ maker_id: ctx.actor.id }), also: alertCheckers },
  acts: {
    approve: {
      whose: isOthersOrMine,
      whyNot: (row, ctx) => whyNotOpen(row) ?? whyNotExpired(row, ctx),
      madeBy: {
        makers: ({ maker_id }) => [maker_id],
        own: ownRequest,
        by: ({ permission, weighs_minor }) => ({ permission: permission as Permission, weighs: weighs_minor }),
      },
      rule: refuseBeyondLimit,
      sets: ({ ctx, exception }) => ({ ...decided(ctx, 'approved'), because: exception ?? null }),
    },
    refuse: {
      whose: isOthersOrMine,
      whyNot: whyNotDecide,
      sets: ({ ctx, body }) => ({ ...decided(ctx, 'refused'), because: body.reason }),
      also: alertMaker,
    },
    withdraw: {
      whose: (row, ctx) => row.maker_id === ctx.actor.id,
      whyNot: (row) => whyNotOpen(row),
      sets: ({ ctx }) => ({ status: 'withdrawn', decided_at: ctx.clock.instant() }),
    },
  },
})

function placeOf({ branch_id, store_id }: Pick<Row, 'branch_id' | 'store_id'>) {
  return { branchId: branch_id, storeId: store_id }
}

function weighedPlaceOf(row: Pick<Row, 'branch_id' | 'store_id' | 'weighs_minor'>) {
  return { ...placeOf(row), weighs: row.weighs_minor }
}

/** One's own requests, and those that one may approve: whoever may do neither learns of none. */
function mineOrToCheck(ctx: Context) {
  const { id, isAdmin, grants, limits } = ctx.actor
  const limit = sql`(${JSON.stringify(Object.fromEntries(limits))}::jsonb ->> approval.permission)::bigint`
  const within = sql`coalesce(${limit} >= approval.weighs_minor, true)`
  const held = isAdmin ? sql`true` : sql`approval.permission = any(${[...grants]}::text[]) and ${within}`
  const reached = withinScope(ctx, { branch: 'approval.branch_id', store: 'approval.store_id' })
  return sql<boolean>`(approval.maker_id = ${id} or (${held} and ${reached}))`
}

// One's own too: that nobody approves it themselves is told, not hidden.
function isOthersOrMine(row: Row, { actor }: Context): boolean {
  return row.maker_id === actor.id || mayApprove(actor, row.permission as Permission, weighedPlaceOf(row))
}

/** Why a request cannot be refused by this person now. */
export function whyNotDecide(row: Row, ctx: Context): Because | null {
  return whyNotOpen(row) ?? (row.maker_id === ctx.actor.id ? ownRequest : whyNotExpired(row, ctx))
}

function whyNotExpired({ expires_at }: Row, { clock }: Context): Because | null {
  return expires_at > clock.instant() ? null : { reason: 'already-decided', message: 'The request has expired.' }
}

const soughtOf: Sought = {
  permission: sql<string>`approval.permission`,
  view: 'approval.view',
  makers: sql`array[approval.maker_id]`,
  branch: sql`approval.branch_id`,
  store: sql`approval.store_id`,
  weighs: sql`coalesce(approval.weighs_minor, 0)`,
}

interface Approving {
  ctx: Context
  work: Work
  row: Row
}

/**
 * Asked for in parts, an order would be given back whole by whoever may approve a part of it: of the order itself, on its tickets, or both (0078). Of
 * a customer, a store or whatever else without an order it is what one approved within a day.
 */
async function refuseBeyondLimit({ ctx, work, row }: Approving): Promise<null> {
  const { isAdmin, limits, id } = ctx.actor
  const limit = isAdmin ? undefined : limits.get(row.permission as Permission)
  if (limit === undefined || row.weighs_minor === null || row.counts_for === null) return null
  await oneAtATime(work, 'approved by', `${id} ${row.counts_for}`)
  const isOrder = row.counts_for.startsWith('order:')
  const since = addMinutes(ctx.clock.instant(), -24 * 60)
  const { before } = await work.db
    .selectFrom('approval')
    .select((of) => of.fn.coalesce(of.fn.sum<number>('weighs_minor'), sql.lit(0)).as('before'))
    .where('counts_for', '=', row.counts_for)
    .where('permission', '=', row.permission)
    .where('checker_id', '=', id)
    .where('status', '=', 'approved')
    .$if(!isOrder, (sum) => sum.where('decided_at', '>', since))
    .executeTakeFirstOrThrow()
  if (Number(before) + row.weighs_minor <= limit) return null
  return refuse(
    'beyond-approver',
    `With what you approved of ${isOrder ? 'this order before' : 'it within a day'} it is beyond your limit. Somebody with a higher one has to approve it.`,
  )
}

function whyNotOpen({ status }: Row): Because | null {
  return status === 'pending' ? null : { reason: 'already-decided', message: `The request is already ${status}.` }
}

function decided({ actor, clock }: Context, status: ApprovalStatus) {
  return { status, checker_id: actor.id, decided_at: clock.instant() }
}

/** Rings the bell of everybody who may approve it, up to what it moves; not that of whoever asks. */
async function alertCheckers({ ctx, work, now }: Decision): Promise<void> {
  const { permission, title, reason } = now
  const words = { tone: 'info', title, text: `${ctx.actor.name} asks for approval: ${reason}` }
  const { branchId, storeId } = placeOf(now)
  // What belongs to no place is approved by who reaches all of them, and told to nobody else.
  const hearers = { branchId: storeId ? branchId : (branchId ?? wholeInstallation), storeId }
  const butStaffIds = await findNotRung(ctx, [now.maker_id], permission as Permission, weighedPlaceOf(now))
  const decides = { permission: permission as Permission, movesMinor: now.weighs_minor, butStaffIds }
  alert({ ctx, work, now }, words, { ...decides, ...hearers })
}

/** Tells whoever asked what became of it, where it was not they who decided. */
export function alertMaker({ ctx, work, now }: Decision): void {
  const { title, because, maker_id: staffId } = now
  const status = now.status as ApprovalStatus
  const outcomes: { [S in ApprovalStatus]?: string | null } = {
    approved: [`By ${ctx.actor.name}.`, because].filter(Boolean).join(' '),
    refused: `${ctx.actor.name}: ${because}`,
    expired: 'Nobody decided in time.',
    overtaken: because,
  }
  const words = {
    tone: status === 'approved' ? 'success' : 'warning',
    title: `${approvalStatusLabels[status]}: ${title}`,
    text: outcomes[status],
  }
  alert({ ctx, work, now }, words, { permission: 'approval.view', ...placeOf(now), staffId })
}

interface Decision {
  ctx: Context
  work: Work
  now: Row
}
type Hearers = Pick<Notice, 'permission' | 'branchId' | 'storeId' | 'staffId' | 'movesMinor' | 'butStaffIds'>

function alert({ ctx, work, now: { id, version } }: Decision, words: object, hearers: Hearers): void {
  const payload = { id: newId<'message'>(ctx.clock.ms()), ...words, entity: 'approval', entityId: id, at: ctx.clock.instant() }
  work.notify({ kind: 'message', entity: 'approval', entityId: id, version, ...hearers, payload })
}

/** What waits of a record, for whoever may open it; whether they may read the request itself follows from whose it is. */
export async function findWaitingRequest(ctx: Context, { entity, id }: { entity: string; id: string }): Promise<WaitingRequest | null> {
  const row = await ctx.db
    .selectFrom('approval')
    .innerJoin('staff as maker', 'maker.id', 'approval.maker_id')
    .selectAll('approval')
    .select('maker.name as maker_name')
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .where('approval.status', '=', 'pending')
    .executeTakeFirst()
  if (!row) return null
  const isMine = row.maker_id === ctx.actor.id
  const { by } = await findApprovers(ctx, { id: row.maker_id }, row.permission as Permission, weighedPlaceOf(row))
  return {
    id: row.id as WaitingRequest['id'],
    operation: row.operation,
    title: row.title,
    maker: { id: row.maker_id, name: row.maker_name },
    by,
    createdAt: row.created_at,
    isOpen: isOthersOrMine(row, ctx),
    version: row.version,
    allowed: isMine ? [{ action: 'withdraw', because: null }] : [],
  }
}
