import { type channelContract, type MachineKind, machinesOf, type Output, type Parsed } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { hashToken } from '#kit/access/sessions.ts'
import { countGuess } from '#kit/access/sign-in-limits.ts'
import { withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid, notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { storeScope } from './catalogue.ts'

/** Of a key's kind, in the stores that it reaches. */
function isReached(ctx: Context): RawBuilder<boolean> {
  const { channelKind } = ctx.actor
  return sql<boolean>`(machine.kind = any(${channelKind ? [...machinesOf[channelKind]] : []}::text[]) and machine.revoked_at is null
    and exists (select from store where store.id = machine.store_id and ${withinScope(ctx, storeScope)}))`
}

/** The tills, printers and tablets that live stores within the key's reach use, of the kinds that its program runs on. */
export async function listMachines(ctx: Context): Promise<Output<typeof channelContract.machines>> {
  const rows = await ctx.db
    .selectFrom('machine')
    .innerJoin('store', 'store.id', 'machine.store_id')
    .where('store.status', '=', 'live')
    .where('machine.paired_at', 'is not', null)
    .where(isReached(ctx))
    .select(['machine.id', 'machine.store_id', 'machine.kind', 'machine.last_heartbeat_at'])
    .orderBy('machine.id')
    .execute()
  return rows.map(({ id, store_id: storeId, kind, last_heartbeat_at: lastHeartbeatAt }) => ({
    id,
    storeId,
    kind: kind as MachineKind,
    lastHeartbeatAt,
  }))
}

/** The program of a machine enters the code that the screen showed: once, while it lasts, and only where its key reaches. */
export async function pairMachine(
  ctx: Context,
  { body }: Parsed<typeof channelContract.pair>,
): Promise<Output<typeof channelContract.pair>> {
  const at = ctx.clock.instant()
  // All keys together guess at the codes that wait: what is wrong counts by where it came from, whichever key it came by.
  const place = { account: 'machine pairing', address: ctx.address ?? 'unknown', device: null }
  if (!(await countGuess(ctx.services, place, () => findWaiting(ctx, body.code)))) return refuseCode()
  return unitOfWork(ctx, async (work) => {
    const paired = await work.db
      .updateTable('machine')
      .set({
        code_hash: null,
        code_ends_at: null,
        paired_at: at,
        version: sql<number>`version + 1`,
        updated_at: at,
        ...(body.serial === undefined ? {} : { serial: body.serial }),
        ...(body.appVersion === undefined ? {} : { app_version: body.appVersion }),
      })
      .where(isWaiting(ctx, body.code))
      .returning(['id', 'store_id', 'kind', 'name', 'version', 'serial'])
      .executeTakeFirst()
    if (!paired) return refuseCode()
    const { id, store_id: storeId, kind, name, version, serial } = paired
    await tell(work, { id, storeId, version, action: 'pair', old: { paired_at: null }, now: { paired_at: at, serial } })
    return { id, storeId, kind: kind as MachineKind, name }
  })
}

function isWaiting(ctx: Context, code: string): RawBuilder<boolean> {
  return sql<boolean>`(machine.code_hash = ${hashToken(code)} and machine.code_ends_at > ${ctx.clock.instant()} and ${isReached(ctx)})`
}

async function findWaiting(ctx: Context, code: string): Promise<{ id: string } | null> {
  return (await ctx.db.selectFrom('machine').select('id').where(isWaiting(ctx, code)).executeTakeFirst()) ?? null
}

function refuseCode(): never {
  return invalid({ 'body.code': 'is not a code that waits for this program: it may have been used, or be over' })
}

/** Notes that a till, printer or tablet is alive, and gives it what waits for it. That it is back is a fact of the record, that it stays is none. */
export async function takeHeartbeat(
  ctx: Context,
  { params, body }: Parsed<typeof channelContract.heartbeat>,
): Promise<Output<typeof channelContract.heartbeat>> {
  const at = ctx.clock.instant()
  return unitOfWork(ctx, async (work) => {
    const known = await work.db
      .selectFrom('machine')
      .select(['id', 'store_id', 'version', 'is_online', 'message', 'message_at', 'message_fetched_at'])
      .where('id', '=', params.id)
      .where('paired_at', 'is not', null)
      .where(isReached(ctx))
      .forUpdate()
      .executeTakeFirst()
    if (!known) return notFound('machine')
    const { id, store_id: storeId, is_online, message, message_at, message_fetched_at } = known
    const isWaiting = message !== null && message_at !== null && message_fetched_at === null
    const old = { ...(!is_online && { is_online }), ...(isWaiting && { message_fetched_at }) }
    const now = { ...(!is_online && { is_online: true }), ...(isWaiting && { message_fetched_at: at }) }
    const isFact = !is_online || isWaiting
    const version = known.version + Number(isFact)
    const more = { ...(body.appVersion !== undefined && { app_version: body.appVersion }), ...(isFact && { updated_at: at }) }
    await work.db
      .updateTable('machine')
      .set({ ...now, ...more, last_heartbeat_at: at, version })
      .where('id', '=', id)
      .execute()
    if (isFact) await tell(work, { id, storeId, version, action: isWaiting ? 'fetchMessage' : 'goOnline', old, now })
    else work.nothing()
    return { id, lastHeartbeatAt: at, messages: isWaiting ? [{ text: message, at: message_at }] : [] }
  })
}

interface Fact {
  id: string
  storeId: string
  version: number
  action: string
  old: object
  now: object
}

async function tell(work: Work, { id, storeId, version, action, old, now }: Fact): Promise<void> {
  const { branch_id: branchId } = await work.db.selectFrom('store').select('branch_id').where('id', '=', storeId).executeTakeFirstOrThrow()
  work.record({ entity: 'machine', id, version, action, old, new: now, permission: 'machine.view', branchId, storeId })
}
