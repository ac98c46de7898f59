import { addMinutes } from '@larder/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
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
const isInDraft = (table: 'document' | 'file') => sql`exists (select from draft
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
]

/** Whoever chose a picture or a paper saves the record that names it within the day, or keeps a draft that does, or never. */
async function findForgotten(db: Database): Promise<Waste[]> {
  const forgotten = (['document', 'file'] as const).map(async (table) => {
    const places = await findReferring(db, table)
    const named = places.map(
      ({ name, column }) =>
        sql` or exists (select from ${sql.table(name)} as naming where ${sql.ref(`naming.${column}`)} = ${sql.ref(`${table}.id`)})`,
    )
    return { table, key: 'id', isOld: sql`created_at < now() - interval '1 day' and not (${isInDraft(table)}${sql.join(named, sql``)})` }
  })
  return Promise.all(forgotten)
}

/** By the catalogue: one table missed, and its foreign key would refuse the whole deletion every time. */
async function findReferring(db: Database, table: string): Promise<{ name: string; column: string }[]> {
  const { rows } = await sql<{ name: string; column: string }>`select relname as name, attname as column from pg_constraint
    join pg_class on pg_class.oid = conrelid join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = ${table}::regclass`.execute(db)
  return rows
}

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
    for (const waste of [...wasteOf({ drafts, payments, tracks }), ...(await findForgotten(writable))]) {
      const next = deletionOf(waste)
      let deleted = 0
      for (let last = rowsAtOnce; last === rowsAtOnce; deleted += last) last = Number((await next.execute(writable)).numAffectedRows ?? 0)
      if (deleted > 0) ctx.log.info({ table: waste.table, deleted }, 'old rows were purged')
    }
    const dropped = await dropPartitionsBefore(writable, addMinutes(ctx.clock.instant(), -tracks * 24 * 60), riderTracks)
    if (dropped.length > 0) ctx.log.info({ dropped }, 'days that are no longer kept were dropped')
  })
}
