import { type channelContract, newId, type Output, type Parsed } from '@larder/contract'
import { sql } from 'kysely'
import { speakAs, withinScope } from '#kit/authorize.ts'
import type { Context, Work } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { goingOn } from '#modules/customer/customer.service.ts'
import { wasServedWithin } from '#modules/order/read/channel.service.ts'
import { riderScope } from '#modules/rider/rider-position.service.ts'
import { storeScope } from './catalogue.ts'

/** Registers where a person or store can be reached; a token that this channel knows changes hands, another's stays as it is. */
export async function registerDevice(
  ctx: Context,
  { body }: Parsed<typeof channelContract.device>,
): Promise<Output<typeof channelContract.device>> {
  speakAs(ctx, body.ownerKind === 'guest' ? 'customer' : body.ownerKind)
  await checkOwner(ctx, body)
  const owner = {
    owner_kind: body.ownerKind,
    // Whoever was merged is told as the one that goes on.
    owner_id: body.ownerKind === 'customer' && body.ownerId ? goingOn(body.ownerId) : (body.ownerId ?? null),
    platform: body.platform,
    app_version: body.appVersion ?? null,
  }
  return unitOfWork(ctx, async (work) => {
    if (body.ownerKind === 'customer' && body.ownerId) await waitForMerge(work, body.ownerId)
    const row = await work.db
      .insertInto('device')
      .values({ id: newId<'device'>(ctx.clock.ms()), channel_id: ctx.actor.id, push_token: body.pushToken, ...owner })
      .onConflict((conflict) =>
        conflict.columns(['channel_id', 'push_token']).doUpdateSet({ ...owner, version: sql`device.version + 1`, updated_at: sql`now()` }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const place = { permission: 'customer.view', branchId: null, storeId: null } as const
    work.record({ entity: 'device', id: row.id, version: row.version, action: 'register', old: null, new: row, ...place })
    return { id: row.id }
  })
}

/** Who is being merged has their devices taken along in that moment: one more comes after it, to the one that goes on. */
async function waitForMerge(work: Work, customerId: string): Promise<void> {
  await work.db.selectFrom('customer').select('id').where('id', '=', customerId).forShare().execute()
}

/** Goes on only if the owner is named and there, within the key's reach: of customers those whom it served. A guest is nobody that we know. */
async function checkOwner(ctx: Context, { ownerKind, ownerId }: Parsed<typeof channelContract.device>['body']): Promise<void> {
  if (ownerKind === 'guest') return ownerId ? invalid({ 'body.ownerId': 'is left out for a guest' }) : undefined
  if (!ownerId) return invalid({ 'body.ownerId': `is required for a ${ownerKind}` })
  const owners = {
    customer: wasServedWithin(ctx, goingOn(ownerId)),
    store: sql<boolean>`exists (select from store where store.id = ${ownerId} and ${withinScope(ctx, storeScope)})`,
    rider: sql<boolean>`exists (select from rider where rider.id = ${ownerId} and ${withinScope(ctx, riderScope)})`,
  }
  const { rows } = await sql<{ is_there: boolean }>`select ${owners[ownerKind]} as is_there`.execute(ctx.services.db)
  if (!rows[0]?.is_there) invalid({ 'body.ownerId': `is not a ${ownerKind} that this key speaks for` })
}
