import { addMinutes } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import { dropPartitionsBefore, riderTracks } from '#db/partitions.ts'
import type { Services } from '#kit/context.ts'
import { readSetting } from '#kit/settings.ts'

const rowsAtOnce = 5000

interface Waste {
  table: string
  key: string
  isOld: RawBuilder<unknown>
}

/** How long what a setting says is kept, in days. */
export interface Kept {
  drafts: number
  payments: number
  tracks: number
}

/** A payment of which something is still to be asked, to be settled or to be looked into. */
const isOpenPayment = sql`(payment.due_at is not null or payment.stuck_at is not null
  or exists (select from payment_difference where payment_id = payment.id and status = 'open')
  or exists (select from refund where order_id = payment.order_id and method in ('source', 'void') and state not in ('done', 'declined')))`

/** A draft holds what was typed as JSON: an id stands in it as it is. */
const isInNoDraft = (table: 'document' | 'file') => sql`not exists (select from draft
  where draft.staff_id = ${sql.ref(`${table}.created_by`)} and draft.typed like '%' || ${sql.ref(`${table}.id`)}::text || '%')`

/** What nobody will ask for any more, by table. */
export const wasteOf = ({ drafts, payments, tracks }: Kept): readonly Waste[] => [
  // A client that was away for longer reads everything again.
  { table: 'event', key: 'id', isOld: sql`sequence is not null and at < now() - interval '3 days'` },
  // An app that was away for a week reads a menu whole.
  { table: 'menu_change', key: 'ctid', isOld: sql`at < now() - interval '8 days'` },
  // What is older than any alert that is kept.
  { table: 'alert_read', key: 'ctid', isOld: sql`at < now() - interval '3 days'` },
  { table: 'idempotency_key', key: 'ctid', isOld: sql`created_at < now() - interval '48 hours'` },
  // Only the same weekday a week ago is asked for by the hour.
  { table: 'order_quarter_hour', key: 'ctid', isOld: sql`day < current_date - 9` },
  // A right password tells for a month which addresses an account knows.
  { table: 'sign_in_attempt', key: 'id', isOld: sql`at < now() - interval '30 days' or (not succeeded and at < now() - interval '1 day')` },
  { table: 'sign_in_device', key: 'ctid', isOld: sql`last_used_at < now() - interval '180 days'` },
  { table: 'session', key: 'id', isOld: sql`expires_at < now() - interval '30 days' or revoked_at < now() - interval '30 days'` },
  {
    table: 'task_piece',
    key: 'ctid',
    isOld: sql`exists (select from task where task.id = task_piece.task_id
      and (file_expires_at < now() or (file_expires_at is null and finished_at is not null) or attempt > task_piece.attempt))`,
  },
  { table: 'task', key: 'id', isOld: sql`finished_at < now() - interval '180 days'` },
  { table: 'draft', key: 'id', isOld: sql`updated_at < now() - make_interval(days => ${drafts})` },
  {
    table: 'payment_attempt',
    key: 'id',
    isOld: sql`at < now() - make_interval(days => ${payments})
      and not exists (select from payment where payment.id = payment_attempt.payment_id and ${isOpenPayment})`,
  },
  {
    table: 'payment_callback',
    key: 'ctid',
    isOld: sql`received_at < now() - make_interval(days => ${payments})
      and not exists (select from payment where payment.id = payment_callback.payment_id and ${isOpenPayment})`,
  },
  // Days of ways are dropped as a whole; these are positions that came when their day was long over.
  { table: 'rider_track_rest', key: 'ctid', isOld: sql`at < now() - make_interval(days => ${tracks})` },
  // Whoever chose a picture or a paper saves the record that names it within the day, or keeps a draft that does, or never.
  {
    table: 'document',
    key: 'id',
    isOld: sql`created_at < now() - interval '1 day' and not exists (select from store_document where file_id = document.id)
      and ${isInNoDraft('document')}`,
  },
  {
    table: 'file',
    key: 'id',
    isOld: sql`created_at < now() - interval '1 day' and not exists (select from cuisine where image_id = file.id)
      and not exists (select from category_type where image_id = file.id) and not exists (select from staff where image_id = file.id)
      and not exists (select from item_picture where file_id = file.id) and not exists (select from menu_category where image_id = file.id)
      and not exists (select from brand where image_id = file.id)
      and not exists (select from rider_document where image_id = file.id)
      and not exists (select from ticket_note where image_id = file.id) and ${isInNoDraft('file')}`,
  },
]

/** Deletes the next of it. */
export function deletionOf({ table, key, isOld }: Waste): RawBuilder<unknown> {
  const [name, id] = [sql.table(table), sql.ref(key)]
  return sql`delete from ${name} where ${id} = any(array(select ${id} from ${name} where ${isOld} limit ${rowsAtOnce}))`
}

/** Deletes what nobody will ask for any more, a few thousand rows at a time so that nobody waits for it. */
export function registerPurge(services: Services): void {
  const { jobs, writable } = services
  jobs.register('purge', { cron: '17 * * * *' }, async (ctx) => {
    const [drafts, payments, tracks] = await Promise.all([
      readSetting(services, 'draft.keptDays'),
      readSetting(services, 'payment.historyDays'),
      readSetting(services, 'privacy.trackDays'),
    ])
    for (const waste of wasteOf({ drafts, payments, tracks })) {
      const next = deletionOf(waste)
      let deleted = 0
      for (let last = rowsAtOnce; last === rowsAtOnce; deleted += last) last = Number((await next.execute(writable)).numAffectedRows ?? 0)
      if (deleted > 0) ctx.log.info({ table: waste.table, deleted }, 'old rows were purged')
    }
    const dropped = await dropPartitionsBefore(writable, addMinutes(ctx.clock.instant(), -tracks * 24 * 60), riderTracks)
    if (dropped.length > 0) ctx.log.info({ dropped }, 'days that are no longer kept were dropped')
  })
}
