import { type channelContract, type MachineKind, machinesOf, newId, type Output, type Parsed } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { speakAs } from '#kit/authorize.ts'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'

/** Registers where a person or store can be reached; a token that is known changes hands. */
export async function registerDevice(
  ctx: Context,
  { body }: Parsed<typeof channelContract.device>,
): Promise<Output<typeof channelContract.device>> {
  speakAs(ctx, body.ownerKind === 'guest' ? 'customer' : body.ownerKind)
  const owner = {
    owner_kind: body.ownerKind,
    owner_id: body.ownerId ?? null,
    platform: body.platform,
    app_version: body.appVersion ?? null,
  }
  return unitOfWork(ctx, async (work) => {
    const row = await work.db
      .insertInto('device')
      .values({ id: newId<'device'>(ctx.clock.ms()), push_token: body.pushToken, ...owner })
      .onConflict((conflict) =>
        conflict.column('push_token').doUpdateSet({ ...owner, version: sql`device.version + 1`, updated_at: sql`now()` }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const place = { permission: 'customer.view', branchId: null, storeId: null } as const
    work.record({ entity: 'device', id: row.id, version: row.version, action: 'register', old: null, new: row, ...place })
    return { id: row.id }
  })
}

/** Which machines a key may see and speak of. */
function isOwnKind({ actor: { channelKind } }: Context): RawBuilder<boolean> {
  return sql<boolean>`machine.kind = any(${channelKind ? [...machinesOf[channelKind]] : []}::text[])`
}

/** The tills, printers and tablets that live stores use, of the kinds that the key's program runs on. */
export async function listMachines(ctx: Context): Promise<Output<typeof channelContract.machines>> {
  const rows = await ctx.db
    .selectFrom('machine')
    .innerJoin('store', 'store.id', 'machine.store_id')
    .where('store.status', '=', 'live')
    .where(isOwnKind(ctx))
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

/** Notes that a till, printer or tablet is alive; no fact of the record. */
export async function takeHeartbeat(
  ctx: Context,
  { params, body }: Parsed<typeof channelContract.heartbeat>,
): Promise<Output<typeof channelContract.heartbeat>> {
  const at = ctx.clock.instant()
  return unitOfWork(ctx, async (work) => {
    work.nothing()
    const known = await work.db
      .updateTable('machine')
      .set({ last_heartbeat_at: at, ...(body.appVersion === undefined ? {} : { app_version: body.appVersion }) })
      .where('id', '=', params.id)
      .where(isOwnKind(ctx))
      .returning('id')
      .executeTakeFirst()
    return known ? { id: known.id, lastHeartbeatAt: at } : notFound('machine')
  })
}
