import { addDays, expiryWarningDays, localDateAt, newId, type StoreDocumentKind, storeDocumentKindLabels } from '@larder/contract'
import { sql } from 'kysely'
import type { Context } from '#kit/context.ts'
import { format } from '#kit/format.ts'
import { readSetting } from '#kit/settings.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { stores } from './store.service.ts'

const mostAtOnce = 200
const [first] = expiryWarningDays

interface Expiring {
  id: string
  version: number
  kind: StoreDocumentKind
  expires_on: string
  store_id: string
  branch_id: string
  store_name: string
  warned_days: number
}

/** Tells staff of documents that expire, once at each of the days before, and pauses stores without a licence where a setting says so. */
export async function watchPapers(ctx: Context): Promise<void> {
  await warnOfExpiry(ctx)
  if ((await readSetting(ctx.services, 'store.expiredLicence')) === 'pause') await pauseUnlicensed(ctx)
}

/** The warning that is due so many days before: the nearest of the days that has been reached. */
const due = (days: ReturnType<typeof sql>) =>
  sql`case ${sql.join(
    [...expiryWarningDays].sort((a, b) => a - b).map((each) => sql`when ${days} <= ${sql.lit(each)} then ${sql.lit(each)}`),
    sql` `,
  )} end`

async function warnOfExpiry(ctx: Context): Promise<void> {
  const at = ctx.clock.instant()
  const zone = await readSetting(ctx.services, 'installation.timeZone')
  const today = localDateAt(at, zone)
  const left = sql`(store_document.expires_on - ${today}::date)`
  await unitOfWork(ctx, async (work) => {
    work.nothing()
    const { rows } = await sql<Expiring>`
      update store_document set warned_days = ${due(left)} from store
      where store_document.id in (select store_document.id from store_document join store on store.id = store_id
          where expires_on <= ${addDays(today, first)} and (warned_days is null or warned_days > ${due(left)}) and store.status <> 'terminated'
          order by expires_on limit ${mostAtOnce} for update of store_document skip locked)
        and store.id = store_document.store_id
      returning store_document.id, store_document.version, store_document.kind, store_document.expires_on, store_document.store_id,
        store_document.warned_days, store.branch_id, store.display_name as store_name`.execute(work.db)
    for (const row of rows) {
      const isOver = row.expires_on < today
      const text = `${isOver ? 'It expired' : 'It expires'} on ${format().day(row.expires_on)}.`
      const title = `${storeDocumentKindLabels[row.kind]} of ${row.store_name}`
      const payload = { id: newId<'message'>(ctx.clock.ms()), tone: row.warned_days === 0 ? 'error' : 'warning', title, text, at }
      work.notify({
        kind: 'message',
        entity: 'store',
        entityId: row.store_id,
        version: row.version,
        permission: 'store.edit',
        branchId: row.branch_id,
        storeId: row.store_id,
        payload: { ...payload, entity: 'store', entityId: row.store_id },
      })
    }
  })
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
