import { storeDocumentKindLabels } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'
import { warnOfExpiry } from '#modules/document/expiry.service.ts'
import { stores } from './store.service.ts'

const mostAtOnce = 200

/** Tells staff of documents that expire, once at each of the days before, and pauses stores without a licence where a setting says so. */
export async function watchPapers(ctx: Context): Promise<void> {
  await warnOfExpiry(ctx, {
    table: 'store_document',
    owner: { entity: 'store', name: 'display_name', isGone: 'terminated' },
    labels: storeDocumentKindLabels,
    permission: 'store.edit',
  })
  if ((await readSetting(ctx.services, 'store.expiredLicence')) === 'pause') await pauseUnlicensed(ctx)
}

async function pauseUnlicensed(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from store where status = 'live' and open_mode in ('open', 'busy')
      and licence_expires_on < (${ctx.clock.instant()}::timestamptz at time zone time_zone)::date limit ${mostAtOnce}`.execute(ctx.db)
  const paused = { open_mode: 'paused', open_mode_until: null, open_mode_reason: 'The licence has expired' }
  for (const { id, version } of rows) {
    try {
      await stores.change(ctx, { id, version, action: 'pauseUnlicensed' }, { sets: () => paused })
    } catch (error) {
      ctx.log.warn({ storeId: id, err: error }, 'a store without a licence could not be paused; the next run tries again')
    }
  }
}
