import {
  type Alert,
  type AlertMark,
  type Alerts,
  type alertContract,
  alertCountCap,
  type OrderStatus,
  orderContract,
  type Parsed,
  type Permission,
  StaffMessage,
} from '@larder/contract'
import { sql } from 'kysely'
import { can } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { listPromised, type PromisedOrder } from '#modules/order/read/promised.service.ts'
import { readStatusLabels } from '#modules/order/reference/status.service.ts'
import { countUnread, findMessages, findReading, isTold, type Reading, type Told } from './alert.queries.ts'

const pageSize = 25
const mostLate = 50

/** What somebody has to know, whichever device they come from: what is late now, what was told, and how much of it they have not read. */
export async function listAlerts(ctx: Context): Promise<Alerts> {
  const { db } = ctx.services
  const reading = await findReading(db, ctx.actor.id)
  const [messages, unread, late] = await Promise.all([
    findMessages(db, ctx.actor, Number.MAX_SAFE_INTEGER, pageSize + 1),
    countUnread(db, ctx.actor, reading),
    listLate(ctx, reading),
  ])
  const all = unread + late.filter(({ isRead }) => !isRead).length
  return {
    late,
    ...pageOf(messages, reading),
    unread: { value: Math.min(all, alertCountCap), capped: all > alertCountCap },
    upTo: { sequence: Math.max(reading.sequence, messages[0]?.sequence ?? 0), at: ctx.clock.instant() },
  }
}

export async function listEarlierAlerts(
  ctx: Context,
  { query }: Parsed<typeof alertContract.earlier>,
): Promise<Pick<Alerts, 'rows' | 'next'>> {
  const { db } = ctx.services
  const [reading, messages] = await Promise.all([findReading(db, ctx.actor.id), findMessages(db, ctx.actor, query.before, pageSize + 1)])
  return pageOf(messages, reading)
}

/** One that was read before is read still. */
export async function markAlertRead(ctx: Context, { params }: Parsed<typeof alertContract.markRead>): Promise<{ id: string }> {
  const { id } = params
  if (!(await isTold(ctx.services.db, ctx.actor, id)) && !(await isLateHere(ctx, id))) notFound('alert')
  return unitOfWork(ctx, async (work) => {
    const read = await sql`insert into alert_read (staff_id, alert_id) values (${ctx.actor.id}, ${id}) on conflict do nothing`.execute(
      work.db,
    )
    tellOwnDevices(ctx, work, read.numAffectedRows)
    return { id }
  })
}

/** A mark never goes back, nor beyond what there is. */
export async function markAllAlertsRead(ctx: Context, { body }: Parsed<typeof alertContract.markAllRead>): Promise<AlertMark> {
  const now = ctx.clock.instant()
  const { head, ...before } = await findReading(ctx.services.db, ctx.actor.id)
  const sequence = Math.max(before.sequence, Math.min(body.sequence, head))
  const upTo = body.at < now ? body.at : now
  const at = before.at > upTo ? before.at : upTo
  return unitOfWork(ctx, async (work) => {
    const marked = await sql`
      insert into alert_mark (staff_id, sequence, at) values (${ctx.actor.id}, ${sequence}, ${at})
      on conflict (staff_id) do update set sequence = greatest(alert_mark.sequence, excluded.sequence), at = greatest(alert_mark.at, excluded.at)
      where (alert_mark.sequence, alert_mark.at) is distinct from (excluded.sequence, excluded.at)`.execute(work.db)
    tellOwnDevices(ctx, work, marked.numAffectedRows)
    return { sequence, at }
  })
}

function tellOwnDevices({ actor }: Context, work: Work, written: bigint | undefined): void {
  work.nothing()
  if (!written) return
  const own = { permission: 'dashboard.view', branchId: null, storeId: null, staffId: actor.id } as const
  work.notify({ kind: 'changed', entity: 'alert', entityId: actor.id, version: 1, ...own, payload: null })
}

function pageOf(messages: readonly Told[], reading: Reading): Pick<Alerts, 'rows' | 'next'> {
  const shown = messages.slice(0, pageSize)
  return {
    // One that cannot be told must not keep the others from being read.
    rows: shown.flatMap(({ sequence, payload, matters }) => {
      const parsed = StaffMessage.safeParse({ ...(payload as object), sequence })
      if (!parsed.success) return []
      const { sequence: _, ...told } = parsed.data
      return [{ ...told, isRead: !matters || sequence <= reading.sequence || reading.alone.includes(told.id) }]
    }),
    next: messages.length > pageSize ? (shown.at(-1)?.sequence ?? null) : null,
  }
}

async function isLateHere(ctx: Context, id: string): Promise<boolean> {
  return (await findLate(ctx)).some(({ row }) => row.id === id)
}

/** Orders past their promise; a pick-up that is ready waits for its customer: it is not late. */
async function findLate(ctx: Context): Promise<PromisedOrder[]> {
  if (!can(ctx, orderContract.list.shape.permission as Permission)) return []
  const promised = await listPromised(ctx, { before: ctx.clock.instant() }, mostLate)
  return promised.filter(({ row }) => !(row.status === 'ready' && row.orderType === 'pickup'))
}

async function listLate(ctx: Context, reading: Reading): Promise<Alert[]> {
  const late = await findLate(ctx)
  const labels = late.length > 0 ? await readStatusLabels(ctx.services.db) : new Map<OrderStatus, string>()
  return late.map(({ row, promisedAt }) => ({
    id: row.id,
    tone: 'error',
    title: `${row.number} is late`,
    text: `${row.store.name}: ${(labels.get(row.status) ?? row.status).toLowerCase()}`,
    entity: 'order',
    entityId: row.id,
    at: promisedAt,
    isRead: promisedAt <= reading.at || reading.alone.includes(row.id),
  }))
}
