import {
  type HandedOver,
  type HandOver,
  handOverContract,
  newId,
  type OrderStatus,
  type Output,
  type Parsed,
  promisedStatuses,
} from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import { allow, inScope, withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { resource } from '#kit/resource.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { takeClaims } from '#modules/order/act/hand-over.service.ts'
import { type Desk, readDigest } from '#modules/order/read/digest.service.ts'

type Contract = typeof handOverContract

const places = { branch: 'hand_over.branch_id', store: 'hand_over.store_id' } as const
const countOf = (condition: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from hand_over_order as handed where handed.hand_over_id = hand_over.id and ${condition})`

function rowsOf(db: ReadDatabase) {
  return db
    .selectFrom('hand_over')
    .leftJoin('branch', 'branch.id', 'hand_over.branch_id')
    .leftJoin('store', 'store.id', 'hand_over.store_id')
    .selectAll('hand_over')
    .select(['branch.name as branch_name', 'store.display_name as store_name'])
    .select([
      countOf(sql`true`).as('open_orders'),
      countOf(sql`handed.promised_at < hand_over.given_at`).as('late_orders'),
      countOf(sql`handed.claimed_id is not null and (hand_over.is_whole_desk or handed.claimed_id = hand_over.given_id)`).as('claims'),
      countOf(sql`handed.taken_by is not null`).as('taken_orders'),
    ])
}

/** Shifts that people handed over. Of one that is of everything only who reaches everything sees or hears. */
const handOvers = resource(handOverContract, {
  table: 'hand_over',
  permission: 'hand-over.view',
  rows: rowsOf,
  scope: {
    where: (ctx) => withinScope(ctx, places),
    place: ({ branch_id, store_id }) => ({ branchId: branch_id ?? wholeInstallation, storeId: store_id }),
  },
  present: (row) => presentHandOver(row),
  search: { remark: 'hand_over.remark', givenBy: 'hand_over.given_by', signedBy: 'hand_over.signed_by' },
  columns: null,
  acts: {
    sign: {
      whyNot: ({ status, given_id, signed_by }, ctx) => {
        if (status === 'signed') return { reason: 'hand-over-signed', message: `${signed_by} has signed it.` }
        return given_id === ctx.actor.id ? { reason: 'own-hand-over', message: 'Somebody else signs what you hand over.' } : null
      },
      rule: async ({ ctx, row, body }) => {
        if (body.take.length > 0) allow(ctx, 'order.operate')
        const handed = new Set((await findHanded(ctx.db, row.id)).map(({ order_id }) => order_id))
        return body.take.every((id) => handed.has(id)) ? null : { take: 'names an order that is not handed over' }
      },
      sets: ({ ctx: { actor, clock } }) => ({ status: 'signed', signed_at: clock.instant(), signed_id: actor.id, signed_by: actor.name }),
      also: ({ ctx, work, row, body }) => take(ctx, work, row, body.take),
    },
  },
})

export const handOverHandlers = { ...handOvers.handlers, digest: lookAtDigest, create: giveShift, orders: listHanded }

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function presentHandOver(row: Row): Omit<HandOver, 'allowed'> {
  return {
    id: row.id as HandOver['id'],
    branch: row.branch_id && row.branch_name ? { id: row.branch_id, name: row.branch_name } : null,
    store: row.store_id && row.store_name ? { id: row.store_id, name: row.store_name } : null,
    isWholeDesk: row.is_whole_desk,
    status: row.status as HandOver['status'],
    remark: row.remark || null,
    givenAt: row.given_at,
    givenBy: row.given_by,
    signedAt: row.signed_at,
    signedBy: row.signed_by,
    openOrders: row.open_orders,
    lateOrders: row.late_orders,
    claims: row.claims,
    takenOrders: row.taken_orders,
    createdAt: row.created_at,
    version: row.version,
  }
}

/** Of a whole desk every claim is handed over, else those of whoever gave it: what a colleague handles stays theirs. */
function isClaimHanded({ is_whole_desk, given_id }: Pick<Row, 'is_whole_desk' | 'given_id'>, claimedId: string | null): boolean {
  return claimedId !== null && (is_whole_desk || claimedId === given_id)
}

async function take(ctx: Context, work: Work, shift: Row, ids: readonly string[]): Promise<void> {
  const { id } = shift
  const handed = (await findHanded(readOnly(work.db), id)).filter(({ order_id }) => ids.includes(order_id))
  const heldBy = (claimedId: string | null) => (isClaimHanded(shift, claimedId) ? claimedId : null)
  const orders = handed.map(({ order_id, claimed_id }) => ({ id: order_id, heldBy: heldBy(claimed_id) }))
  const taken = await takeClaims(ctx, work, orders, `the shift that ${shift.given_by} handed over`)
  if (taken.length === 0) return
  await work.db
    .updateTable('hand_over_order')
    .set({ taken_by: ctx.actor.name })
    .where('hand_over_id', '=', id)
    .where('order_id', 'in', taken)
    .execute()
}

function findHanded(db: ReadDatabase, id: string) {
  return db
    .selectFrom('hand_over_order')
    .innerJoin('orders', 'orders.id', 'hand_over_order.order_id')
    .innerJoin('branch', 'branch.id', 'orders.branch_id')
    .selectAll('hand_over_order')
    .select('branch.time_zone')
    .where('hand_over_id', '=', id)
    .orderBy('position')
    .execute()
}

async function lookAtDigest(ctx: Context, { query }: Parsed<Contract['digest']>): Promise<Output<Contract['digest']>> {
  return readDigest(ctx, ctx.db, await deskOf(ctx, query, 'query'))
}

/** Ends a shift: what is open is kept as it stands at this moment. */
async function giveShift(ctx: Context, { body }: Parsed<Contract['create']>): Promise<HandOver> {
  if (body.isWholeDesk) allow(ctx, 'hand-over.approve')
  const desk = await deskOf(ctx, body, 'body')
  return unitOfWork(ctx, async (work) => {
    const given_at = ctx.clock.instant()
    const id = newId<'hand-over'>(ctx.clock.ms())
    const { actor } = ctx
    const { orders } = await readDigest(ctx, readOnly(work.db), desk)
    const notes = new Map<string, string>(body.notes.map(({ orderId, note }) => [orderId, note]))
    const known = new Set<string>(orders.map(({ orderId }) => orderId))
    const gone = [...notes.keys()].filter((orderId) => !known.has(orderId))
    if (gone.length > 0)
      invalid({ 'body.notes': `names ${gone.length === 1 ? 'an order that is' : `${gone.length} orders that are`} not open any more` })
    const facts = { branch_id: desk.branchId, store_id: desk.storeId, is_whole_desk: body.isWholeDesk, remark: body.remark || null }
    const who = { given_at, given_id: actor.id, given_by: actor.name }
    await work.db
      .insertInto('hand_over')
      .values({ id, ...facts, ...who, created_at: given_at, updated_at: given_at })
      .execute()
    const rows = orders.map((order, position) => ({
      hand_over_id: id,
      position,
      order_id: order.orderId,
      number: order.number,
      vertical: order.vertical,
      status: order.status,
      store_name: order.store,
      placed_at: order.placedAt,
      since: order.since,
      promised_at: order.promisedAt,
      slot_from: order.slotFrom,
      slot_to: order.slotTo,
      delays: order.delays,
      waits_for: order.waitsFor,
      rider_name: order.riderName,
      claimed_id: order.claimedBy?.id ?? null,
      claimed_by: order.claimedBy?.name ?? null,
      note: notes.get(order.orderId) ?? null,
    }))
    if (rows.length > 0) await work.db.insertInto('hand_over_order').values(rows).execute()
    const told = [...notes].map(([orderId, note]) => ({ order: orders.find((order) => order.orderId === orderId)?.number, note }))
    work.record({
      entity: 'hand-over',
      id,
      version: 1,
      action: 'create',
      old: null,
      new: { ...facts, given_by: actor.name, open_orders: orders.length, notes: told },
      permission: 'hand-over.view',
      branchId: desk.branchId ?? wholeInstallation,
      storeId: desk.storeId,
    })
    return handOvers.read({ ...ctx, db: readOnly(work.db) }, id)
  })
}

/** The desk that is named, or the only one of somebody who has one; 422 where it is none of theirs, or they have several. */
async function deskOf(
  ctx: Context,
  { branchId, storeId }: { [K in keyof Desk]?: string | null | undefined },
  within: string,
): Promise<Desk> {
  const { scope } = ctx.actor
  const [only] = scope.kind !== 'all' && scope.ids.length === 1 ? scope.ids : []
  const store = storeId ?? (scope.kind === 'store' && !branchId ? only : undefined)
  if (store) return deskOfStore(ctx, store, within)
  if (scope.kind === 'store')
    return invalid(
      branchId ? { [`${within}.branchId`]: 'is more than you reach' } : { [`${within}.storeId`]: 'is required: you reach several stores' },
    )
  const branch = branchId ?? only
  if (!branch && scope.kind !== 'all') return invalid({ [`${within}.branchId`]: 'is required: you reach several branches' })
  if (!branch) return { branchId: null, storeId: null }
  const found = await inScope(ctx, ctx.db.selectFrom('branch').select('id'), { branch: 'branch.id' })
    .where('id', '=', branch)
    .executeTakeFirst()
  return found ? { branchId: found.id, storeId: null } : invalid({ [`${within}.branchId`]: 'does not exist' })
}

async function deskOfStore(ctx: Context, id: string, within: string): Promise<Desk> {
  const found = await inScope(ctx, ctx.db.selectFrom('store').select(['id', 'branch_id']), { branch: 'store.branch_id', store: 'store.id' })
    .where('id', '=', id)
    .executeTakeFirst()
  return found ? { branchId: found.branch_id, storeId: found.id } : invalid({ [`${within}.storeId`]: 'does not exist' })
}

/** The orders of a hand-over as they stood then, and how they stand now for who sees them. */
async function listHanded(ctx: Context, { params: { id } }: Parsed<Contract['orders']>): Promise<HandedOver[]> {
  await handOvers.read(ctx, id)
  const shift = await ctx.db.selectFrom('hand_over').select(['is_whole_desk', 'given_id']).where('id', '=', id).executeTakeFirstOrThrow()
  const handed = await findHanded(ctx.db, id)
  const now = await findNow(
    ctx,
    handed.map(({ order_id }) => order_id),
  )
  return handed.map((row) => ({
    orderId: row.order_id as HandedOver['orderId'],
    number: row.number,
    vertical: row.vertical as HandedOver['vertical'],
    status: row.status as OrderStatus,
    store: row.store_name,
    placedAt: row.placed_at,
    since: row.since,
    promisedAt: row.promised_at,
    delays: row.delays,
    slotFrom: row.slot_from,
    slotTo: row.slot_to,
    timeZone: row.time_zone,
    waitsFor: row.waits_for as HandedOver['waitsFor'],
    riderName: row.rider_name,
    claimedBy: row.claimed_id && row.claimed_by ? { id: row.claimed_id, name: row.claimed_by } : null,
    note: row.note,
    takenBy: row.taken_by,
    isClaimHanded: isClaimHanded(shift, row.claimed_id),
    now: now.get(row.order_id) ?? null,
  }))
}

async function findNow(ctx: Context, ids: readonly string[]): Promise<Map<string, NonNullable<HandedOver['now']>>> {
  if (ids.length === 0) return new Map()
  const rows = await inScope(ctx, ctx.db.selectFrom('orders').select(['id', 'status', 'claimed_by', 'claimed_name']), {
    branch: 'orders.branch_id',
    store: 'orders.store_id',
  })
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, status, claimed_by, claimed_name }) => [
      id,
      {
        status: status as OrderStatus,
        claimedBy: claimed_by && claimed_name && isOpen(status) ? { id: claimed_by, name: claimed_name } : null,
      },
    ]),
  )
}

function isOpen(status: string): boolean {
  return (promisedStatuses as readonly string[]).includes(status)
}
