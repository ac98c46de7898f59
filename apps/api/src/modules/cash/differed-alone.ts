import { businessDay, firstIdAt, localDateAt } from '@larder/contract'
import type { Context, Work } from '#kit/context.ts'
import { oneAtATime } from '#kit/record/quota.ts'
import type { OwnRow } from '#kit/resource/declaration.ts'
import { readSetting } from '#kit/settings.ts'

/** Two differences that one person takes in at once would both find the whole of their limit; those of one holder wait for each other already. */
export function oneDifferenceAtATime({ actor }: Context, work: Work): Promise<void> {
  return oneAtATime(work, 'cash-difference', String(actor.id))
}

/**
 * What differed on the day of the installation besides this deposit, of its holder or by its receiver, less and more together, in minor units:
 * without what another person approved and what was reversed. Limits of roles are held against it (0094).
 */
export async function differedAlone(
  ctx: Context,
  { db }: Work,
  { id, rider_id, store_id, received_id, currency }: OwnRow<'cash_deposit'>,
): Promise<number> {
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  const day = businessDay(localDateAt(ctx.clock.instant(), zone), zone)
  const { sum } = await db
    .selectFrom('cash_deposit')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>(fn<number>('abs', ['difference_minor'])), val(0)).as('sum'))
    .where('difference_minor', '<>', 0)
    .where('id', '>=', firstIdAt(day.from))
    .where('id', '<', firstIdAt(day.to))
    .where('id', '<>', id)
    .where('status', '=', 'deposited')
    .where('checked_by', 'is', null)
    .where('currency', '=', currency)
    .where(({ eb, or }) =>
      or([eb('received_id', '=', received_id), rider_id ? eb('rider_id', '=', rider_id) : eb('store_id', '=', store_id)]),
    )
    .executeTakeFirstOrThrow()
  return Number(sum)
}
