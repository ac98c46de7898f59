import { activeStatuses, localDateAt, type RiderDocumentKind, riderDocumentKindLabels, type TimeZone, type Vehicle } from '@larder/contract'
import { sql } from 'kysely'
import { literals } from '#db/literals.ts'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { warnOfExpiry } from '#modules/document/expiry.service.ts'
import { expiredOf } from './rider.decide.ts'
import { readDocuments } from './rider-documents.ts'
import { riders } from './rider-read.service.ts'
import { endShift } from './rider-shift.service.ts'

const mostAtOnce = 200

/** Tells staff of papers that expire, once at each of the days before, and blocks riders without one that they have to have where a setting says so. */
export async function watchRiderPapers(ctx: Context): Promise<void> {
  await warnOfExpiry(ctx, {
    table: 'rider_document',
    owner: { entity: 'rider', name: 'name', isGone: 'left' },
    labels: riderDocumentKindLabels,
    permission: 'rider.edit',
  })
  if ((await readSetting(ctx.services, 'rider.expiredDocument')) === 'block') await blockUnpapered(ctx)
}

/**
 * Whoever carries an order brings it first: they are blocked by the run after that. All are looked through: many may have an expired paper that
 * their vehicle does not take, and stand in nobody's way.
 */
async function blockUnpapered(ctx: Context): Promise<void> {
  let last: string | undefined
  do {
    const found = await withExpired(ctx, last)
    const documents = await readDocuments(
      ctx.db,
      found.map(({ id }) => id),
    )
    for (const { id, version, vehicle, time_zone } of found) {
      const [expired] = expiredOf(vehicle, documents.get(id) ?? [], localDateAt(ctx.clock.instant(), time_zone))
      if (expired) await block(ctx, { id, version, expired })
    }
    last = found.length === mostAtOnce ? found.at(-1)?.id : undefined
  } while (last)
}

/** Active riders beyond `last` who carry no order and have some paper that has expired where they are. */
async function withExpired({ db, clock }: Context, last: string | undefined) {
  const { rows } = await sql<{ id: string; version: number; vehicle: Vehicle; time_zone: TimeZone }>`
    select rider.id, rider.version, rider.vehicle, branch.time_zone from rider join branch on branch.id = rider.branch_id
    where rider.status = 'active' ${last ? sql`and rider.id > ${last}` : sql``}
      and exists (select from rider_document where rider_id = rider.id and expires_on < (${clock.instant()}::timestamptz at time zone branch.time_zone)::date)
      and not exists (select from orders where orders.rider_id = rider.id and orders.status in (${literals(activeStatuses)}))
    order by rider.id limit ${mostAtOnce}`.execute(db)
  return rows
}

// Whoever changed the rider a moment ago may have entered the paper: the next run looks again.
async function block(ctx: Context, { id, version, expired }: { id: string; version: number; expired: RiderDocumentKind }): Promise<void> {
  const status_reason = `The ${riderDocumentKindLabels[expired].toLowerCase()} has expired`
  const blocked = { status: 'blocked', status_reason, blocked_until: null, shift_state: 'off' }
  try {
    await riders.change(
      ctx,
      { id, version, action: 'blockUnpapered' },
      { sets: () => blocked, also: ({ work, row }) => endShift(ctx, work, row, status_reason) },
    )
  } catch (error) {
    ctx.log.warn({ riderId: id, err: error }, 'a rider without a paper could not be blocked; the next run tries again')
  }
}
